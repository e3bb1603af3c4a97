import { Readable } from 'node:stream'

const CHUNK_CHARACTERS = 16_384
const STEP = '  '

/**
 * A value as a readable stream of JSON, of any length: an async iterable is read only as fast as its items are sent, so memory stays
 * bounded. If a list fails, the output breaks off without its end, so that no reader mistakes it for a complete file.
 */
export function jsonStream(value: unknown): Readable {
  return Readable.from(inChunks(textsOf(value, '')))
}

/** The rows of all pages; `rowsAfter(null)` returns the first page. A page that is not full is the last. */
export async function* inPages<Row>(
  limit: number,
  rowsAfter: (last: Row | null, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let last: Row | null = null; ;) {
    const rows: readonly Row[] = await rowsAfter(last, limit)
    yield* rows
    last = rows.at(-1) ?? null
    if (rows.length < limit) return
  }
}

/** Each item as something else. */
export async function* mapped<From, To>(items: AsyncIterable<From>, to: (item: From) => To): AsyncGenerator<To> {
  for await (const item of items) yield to(item)
}

async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const text of texts) {
    chunk += text
    if (chunk.length < CHUNK_CHARACTERS) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

async function* textsOf(value: unknown, indent: string): AsyncGenerator<string> {
  const inner = indent + STEP
  if (isList(value)) {
    let isEmpty = true
    for await (const item of value) {
      yield `${isEmpty ? '[' : ','}\n${inner}${textOf(item, inner)}`
      isEmpty = false
    }
    yield isEmpty ? '[]' : `\n${indent}]`
  } else if (holdsList(value)) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    for (const [place, [name, field]] of fields.entries()) {
      yield `${place === 0 ? '{' : ','}\n${inner}${JSON.stringify(name)}: `
      yield* textsOf(field, inner)
    }
    yield `\n${indent}}`
  } else yield textOf(value, indent)
}

function textOf(value: unknown, indent: string): string {
  return JSON.stringify(value ?? null, null, 2).replaceAll('\n', `\n${indent}`)
}

function isList(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

/** Streamed lists may only be fields of objects; the content of an array is built in memory. */
function holdsList(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).some((field) => isList(field) || holdsList(field))
}
