/** The first line and the headers, as `text` and as it was read. `headers`: by lowercase name. */
export type Head = { text: string; url: string; headers: Record<string, string> }
/** `body`: as it was sent, in ASCII. */
export type WholeRequest = { head: Head; body: string }

/** Longer requests are left to Node, which limits the parts of a request one by one. */
const CHARACTERS_MAX = 8192
const FIRST_LINE = /^POST (\/[\x21-\x7e]*) HTTP\/1\.1$/
const HEADER = /^([A-Za-z0-9-]+): ?((?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?)$/
const ASCII = /^[\t\n\r\x20-\x7e]*$/
/** Headers that change how a body is read or an answer is sent. */
const LEFT_TO_NODE = new Set(['transfer-encoding', 'content-encoding', 'expect', 'upgrade', 'trailer', 'te'])

/**
 * A POST that these characters contain from the first to the last, and nothing else; null: anything less plain, which Node's parser must
 * read. It accepts less than HTTP allows, and nothing that HTTP reads differently: each header once, one line each, a length that ends
 * where the characters end, no connection that ends. `last`: the head before it on the connection, which most bids repeat.
 */
export function readWhole(characters: string, last: Head | null): WholeRequest | null {
  if (characters.length > CHARACTERS_MAX || !characters.startsWith('POST ')) return null
  const headEnd = characters.indexOf('\r\n\r\n')
  if (headEnd === -1) return null
  const text = characters.slice(0, headEnd)
  const head = text === last?.text ? last : readHead(text)
  const body = characters.slice(headEnd + '\r\n\r\n'.length)
  return head?.headers['content-length'] === String(body.length) && ASCII.test(body) ? { head, body } : null
}

function readHead(text: string): Head | null {
  const [first = '', ...lines] = text.split('\r\n')
  const url = FIRST_LINE.exec(first)?.[1]
  const headers = url === undefined ? null : readHeaders(lines)
  return url === undefined || headers === null ? null : { text, url, headers }
}

/** Whether these characters are one request without a body, and nothing else. */
export function isWholeGet(characters: string): boolean {
  const isGet = characters.startsWith('GET /') && characters.indexOf('\r\n\r\n') === characters.length - 4
  return isGet && !/\n(?:content-length|transfer-encoding|upgrade|expect):/i.test(characters)
}

function readHeaders(lines: readonly string[]): Record<string, string> | null {
  const headers = Object.create(null) as Record<string, string>
  for (const line of lines) {
    const [, spelled, value] = HEADER.exec(line) ?? []
    if (spelled === undefined || value === undefined) return null
    const name = spelled.toLowerCase()
    if (headers[name] !== undefined || LEFT_TO_NODE.has(name)) return null
    if (name === 'connection' && value.toLowerCase() !== 'keep-alive') return null
    headers[name] = value
  }
  return headers
}
