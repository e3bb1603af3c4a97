import { Component, type ReactNode } from 'react'

/** A part of the frame that screens do not depend on: if it fails it is left out, and bidding continues. */
export class Optional extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
