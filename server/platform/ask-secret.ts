import type { Readable, Writable } from 'node:stream'

/** The person at the terminal pressed Ctrl-C or Ctrl-D. */
export class GaveUp extends Error {}

type Terminal = { input: Readable & { setRawMode(on: boolean): unknown }; output: Writable }

/** Asks at a terminal for a line that is hidden while it is typed. Throws {@link GaveUp}. */
export async function askSecret({ input, output }: Terminal, question: string): Promise<string> {
  output.write(question)
  input.setRawMode(true)
  let typed = ''
  try {
    // A paste arrives as one piece, typing as one piece per key.
    for await (const piece of input.iterator({ destroyOnReturn: false })) {
      for (const key of String(piece)) {
        if (key === '\r' || key === '\n') return typed
        if (key === '\u0003' || key === '\u0004') throw new GaveUp('nothing was entered')
        if (key === '\u007f' || key === '\b') typed = [...typed].slice(0, -1).join('')
        else if (key >= ' ') typed += key
      }
    }
    throw new GaveUp('the terminal is gone')
  } finally {
    input.setRawMode(false)
    output.write('\n')
  }
}

/** The first line of the input from a program or a file, such as a password from a vault. */
export async function firstLine(input: Readable): Promise<string> {
  let text = ''
  for await (const piece of input) text += String(piece)
  return text.split(/\r?\n/, 1)[0] ?? ''
}
