import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Opener({ onAsked = () => {} }: { onAsked?: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open it
      </button>
      {open ? (
        <Dialog
          onClose={() => {
            onAsked()
            setOpen(false)
          }}
          title="The window"
          description="What it is for"
        >
          <input type="file" aria-label="A file" />
        </Dialog>
      ) : null}
    </>
  )
}

function open(onAsked?: () => void) {
  render(onAsked === undefined ? <Opener /> : <Opener onAsked={onAsked} />)
  const opener = screen.getByRole('button', { name: 'Open it' })
  opener.focus()
  fireEvent.click(opener)
  return screen.getByRole<HTMLDialogElement>('dialog', { name: 'The window' })
}

test('is a native modal with a name and a description', () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  const dialog = open()
  expect(showModal).toHaveBeenCalledTimes(1)
  expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe('What it is for')
})

test('is closed before it is removed, so that the browser restores the focus', () => {
  const close = vi.spyOn(HTMLDialogElement.prototype, 'close')
  const dialog = open()
  close.mockImplementation(() => expect(dialog.isConnected).toBe(true))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(close).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('asks its owner to close on Escape and on a press outside, but not when a file input cancels', () => {
  const asked = vi.fn()
  const dialog = open(asked)
  vi.spyOn(dialog, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 200, 200))
  fireEvent(screen.getByLabelText('A file'), new Event('cancel', { bubbles: true }))
  fireEvent.pointerDown(dialog, { clientX: 150, clientY: 150 })
  expect(asked).not.toHaveBeenCalled()
  fireEvent.pointerDown(dialog, { clientX: 50, clientY: 150 })
  expect(asked).toHaveBeenCalledTimes(1)
  cleanup()
  const other = open(asked)
  const escape = new Event('cancel', { cancelable: true })
  fireEvent(other, escape)
  expect(escape.defaultPrevented).toBe(true)
  expect(asked).toHaveBeenCalledTimes(2)
})
