import { hash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'

/** A body seen for an address and a tag. `sequence`: of a standing, else 0. */
type Seen = { tag: string; encoding: string | null; body: Buffer; sequence: number; count: number }

/** The last head of an address: the next one is usually identical. */
type LastHead = { head: Buffer; length: number; seen: Seen | null; tag: string; encoding: string | null }

/** Between head and body. */
const END_OF_HEAD = Buffer.from('\r\n\r\n')

/**
 * Inspects every answer of a run: a tag has only one body, and no reader sees an older standing than before. The recorded bodies are
 * compared with the expected ones afterwards.
 */
export class ReadWitness {
  #seen = new Map<string, Map<string, Seen>>()
  #heads = new Map<string, LastHead>()
  /** The newest sequence by reader and address. */
  #newest = new Map<string, number>()

  /** False while the answer is incomplete. Throws if it isn't a valid answer, or holds an older standing than this reader saw before. */
  see(reader: number, at: string, answer: Buffer): boolean {
    const head = this.#headOf(at, answer)
    if (head === null || answer.length < head.head.length + head.length) return false
    if (answer.length > head.head.length + head.length) throw new Error(`void: more than one answer to ${at}`)
    const body = answer.subarray(head.head.length)
    head.seen ??= this.#seenUnder(at, head, body)
    if (!head.seen.body.equals(body)) throw new Error(`void: ${at} has two bodies under the tag ${head.tag}`)
    head.seen.count += 1
    if (head.seen.sequence > 0) this.#follow(reader, at, head.seen.sequence)
    return true
  }

  /** Every body under an address, unpacked, with its tag and how often it came. */
  bodiesOf(at: string): { tag: string; text: string; sequence: number; count: number }[] {
    return [...(this.#seen.get(at)?.values() ?? [])].map(({ tag, encoding, body, sequence, count }) => ({
      tag,
      text: (encoding === 'gzip' ? gunzipSync(body) : body).toString(),
      sequence,
      count,
    }))
  }

  #headOf(at: string, answer: Buffer): LastHead | null {
    const last = this.#heads.get(at)
    if (last !== undefined && answer.subarray(0, last.head.length).equals(last.head)) return last
    const end = answer.indexOf(END_OF_HEAD)
    if (end < 0) return null
    const head = Buffer.from(answer.subarray(0, end + END_OF_HEAD.length))
    const text = head.toString('latin1')
    if (!text.startsWith('HTTP/1.1 200')) throw new Error(`void: ${at} is answered ${text.slice(0, 40)}`)
    const length = Number(valueIn(text, 'content-length') ?? Number.NaN)
    if (Number.isNaN(length)) throw new Error(`void: ${at} is answered without a length`)
    const parsed = {
      head,
      length,
      seen: null,
      tag: valueIn(text, 'etag') ?? '',
      encoding: valueIn(text, 'content-encoding'),
    }
    this.#heads.set(at, parsed)
    return parsed
  }

  #seenUnder(at: string, { tag, encoding }: LastHead, body: Buffer): Seen {
    const under = this.#seen.get(at) ?? new Map<string, Seen>()
    this.#seen.set(at, under)
    const known = under.get(tag)
    if (known !== undefined) return known
    const copy = Buffer.from(body)
    const seen = { tag, encoding, body: copy, sequence: sequenceIn(at, encoding, copy), count: 0 }
    under.set(tag, seen)
    return seen
  }

  #follow(reader: number, at: string, sequence: number): void {
    const key = `${reader} ${at}`
    const newest = this.#newest.get(key) ?? 0
    if (sequence < newest) throw new Error(`void: a reader saw sequence ${sequence} of ${at} after ${newest}`)
    this.#newest.set(key, sequence)
  }
}

/** The tag the server gives a body: the hash of its uncompressed bytes, followed by the encoding. */
export function tagOf(text: string, isPacked: boolean): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 32)}${isPacked ? '-gz' : ''}"`
}

function valueIn(head: string, name: string): string | null {
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? null
}

function sequenceIn(at: string, encoding: string | null, body: Buffer): number {
  if (!at.endsWith('/standing')) return 0
  const text = (encoding === 'gzip' ? gunzipSync(body) : body).toString()
  return (JSON.parse(text) as { sequence: number }).sequence
}
