import { asText, OID, type Parameter, type Type } from './values.ts'

/** What a client sends, as far as the driver sends it. */
export type Message =
  | { kind: 'startup'; options: Map<string, string> }
  | { kind: 'query'; text: string }
  | { kind: 'parse'; name: string; text: string }
  | { kind: 'bind'; name: string; parameters: Parameter[] }
  | { kind: 'describe' | 'execute' | 'sync' | 'terminate' | 'other' }

export type Column = readonly [name: string, type: Type]

const UNTYPED = { D: 'describe', E: 'execute', S: 'sync', X: 'terminate' } as const

/** Cuts a stream of bytes into messages (PostgreSQL's protocol 3.0). */
export class MessageReader {
  #rest: Buffer = Buffer.alloc(0)
  #started = false

  #startup(body: Buffer): Message {
    this.#started = true
    const words = body.subarray(4).toString().split('\0')
    const options = new Map<string, string>()
    for (let at = 0; at + 1 < words.length; at += 2) options.set(words[at]!, words[at + 1]!)
    return { kind: 'startup', options }
  }

  *read(bytes: Buffer): Iterable<Message> {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    for (;;) {
      const head = this.#started ? 1 : 0
      if (this.#rest.length < head + 4) return
      const length = head + this.#rest.readInt32BE(head)
      if (this.#rest.length < length) return
      const body = this.#rest.subarray(head + 4, length)
      const letter = this.#started ? String.fromCharCode(this.#rest[0]!) : ''
      this.#rest = this.#rest.subarray(length)
      yield this.#started ? messageOf(letter, body) : this.#startup(body)
    }
  }
}

function messageOf(letter: string, body: Buffer): Message {
  if (letter === 'Q') return { kind: 'query', text: body.subarray(0, -1).toString() }
  if (letter === 'P') {
    const [name = '', text = ''] = body.toString().split('\0')
    return { kind: 'parse', name, text }
  }
  if (letter === 'B') return bindOf(body)
  return { kind: UNTYPED[letter as keyof typeof UNTYPED] ?? 'other' }
}

function bindOf(body: Buffer): Message {
  let at = body.indexOf(0) + 1
  const nameEnd = body.indexOf(0, at)
  const name = body.subarray(at, nameEnd).toString()
  at = nameEnd + 1
  const int16 = () => body.readInt16BE((at += 2) - 2)
  const formats = Array.from({ length: int16() }, int16)
  const parameters = Array.from({ length: int16() }, (_, index): Parameter => {
    const isBinary = (formats[formats.length === 1 ? 0 : index] ?? 0) === 1
    const length = body.readInt32BE((at += 4) - 4)
    if (length < 0) return { bytes: null, isBinary }
    return { bytes: body.subarray((at += length) - length, at), isBinary }
  })
  return { kind: 'bind', name, parameters }
}

function framed(letter: string, ...parts: Buffer[]): Buffer {
  const head = Buffer.alloc(5)
  head.write(letter)
  head.writeInt32BE(
    parts.reduce((sum, part) => sum + part.length, 4),
    1,
  )
  return Buffer.concat([head, ...parts])
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function word(text: string): Buffer {
  return Buffer.from(`${text}\0`)
}

/** What the server says. */
export const say = {
  welcome: (): Buffer =>
    Buffer.concat([
      framed('R', int32(0)),
      framed('S', word('server_version'), word('18.0')),
      framed('K', int32(1), int32(1)),
      say.ready('I'),
    ]),
  ready: (status: 'I' | 'T' | 'E'): Buffer => framed('Z', Buffer.from(status)),
  parsed: (): Buffer => framed('1'),
  bound: (): Buffer => framed('2'),
  nothing: (): Buffer => framed('n'),
  complete: (tag: string): Buffer => framed('C', word(tag)),
  columns: (columns: readonly Column[]): Buffer => framed('T', int16(columns.length), ...columns.map(columnOf)),
  row: (columns: readonly Column[], values: readonly unknown[]): Buffer =>
    framed('D', int16(columns.length), ...columns.map(([, type], index) => cellOf(values[index], type))),
  failure: (code: string, message: string, severity = 'ERROR'): Buffer =>
    framed('E', word(`S${severity}`), word(`V${severity}`), word(`C${code}`), word(`M${message}`), Buffer.of(0)),
  notification: (channel: string, payload: string): Buffer => framed('A', int32(1), word(channel), word(payload)),
}

function columnOf([name, type]: Column): Buffer {
  const facts = Buffer.alloc(18)
  facts.writeInt32BE(OID[type], 6)
  facts.writeInt16BE(-1, 10)
  facts.writeInt32BE(-1, 12)
  return Buffer.concat([word(name), facts])
}

function cellOf(value: unknown, type: Type): Buffer {
  const text = asText(value, type)
  if (text === null) return int32(-1)
  const bytes = Buffer.from(text)
  return Buffer.concat([int32(bytes.length), bytes])
}
