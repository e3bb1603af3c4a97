import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import type { Message } from '#contract/platform/message.ts'
import { piecesIn } from './text.ts'

type Compiled = {
  message: Message
  values?: Record<string, ReactNode>
  components?: Record<string, ReactElement>
}

/**
 * A sentence with elements in it: <Trans>Read the <a href="/terms">terms</a>.</Trans> The build compiles it; the message
 * is `Read the <0>terms</0>.`
 */
export function Trans(text: { children: ReactNode }): ReactNode
export function Trans(text: object): ReactNode {
  const { message, values = {}, components = {} } = text as Compiled
  const open: { element: ReactElement | undefined; children: ReactNode[] }[] = [{ element: undefined, children: [] }]
  for (const piece of piecesIn(message, values)) {
    if (typeof piece !== 'string') {
      open.at(-1)!.children.push(piece.value)
      continue
    }
    for (const token of piece.split(/(<\/?\d+\/?>)/)) {
      const [, number = '', alone] = /^<(\d+)(\/?)>$/.exec(token) ?? []
      if (number !== '' && alone === '') open.push({ element: components[number], children: [] })
      else if (number !== '') open.at(-1)!.children.push(components[number])
      else if (!/^<\/\d+>$/.test(token)) open.at(-1)!.children.push(token)
      else {
        const { element, children } = open.pop()!
        open.at(-1)!.children.push(element === undefined ? children : cloneElement(element, undefined, ...children))
      }
    }
  }
  return createElement(Fragment, null, ...open[0]!.children)
}
