import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Encoding, ENCODINGS, namesTag } from './accepts.ts'

/** One encoding of a body, with its own ETag. */
export type Form = {
  encoding: Encoding | null
  tag: string
  length: number
  /** One character per byte: the server then writes headers and body in one piece. */
  body: string
  /** The headers with which it was sent last; see early.ts. */
  head: readonly string[] | null
}

/** A shorter body fits into one packet anyway. */
const PACKED_BYTES_MIN = 1000
const TAG_SUFFIX = { br: '-br', gzip: '-gz' } as const

/** A rendered answer: the bytes, their ETags and, once worthwhile, the compressed forms. Immutable except for compression. */
export class Rendering {
  readonly plain: Form
  #packed: Form[] = []
  #packing: Promise<void> | null = null

  constructor(text: string) {
    const bytes = Buffer.from(text)
    this.plain = formOf(bytes, `"${hash('sha256', bytes, 'base64url').slice(0, 32)}"`, null)
  }

  /** Its size in memory, in bytes. */
  get size(): number {
    return this.#packed.reduce((sum, { length }) => sum + length, this.plain.length)
  }

  /** The form for a client that accepts that encoding: the plain one until it is compressed. */
  formFor(encoding: Encoding | null): Form {
    return this.#packed.find((form) => form.encoding === encoding) ?? this.plain
  }

  /** The encoding that `If-None-Match` names: a client that has it is up to date. */
  formNamed(header: string | undefined): Form | null {
    if (header === undefined) return null
    return [this.plain, ...this.#packed].find(({ tag }) => namesTag(header, tag)) ?? null
  }

  /** Long enough to be compressed, and not yet compressed. */
  get isToPack(): boolean {
    return this.#packed.length === 0 && this.plain.length >= PACKED_BYTES_MIN
  }

  /** Compresses it in background threads, once. */
  pack(): Promise<void> {
    this.#packing ??= this.#packOnce()
    return this.#packing
  }

  async #packOnce(): Promise<void> {
    const bytes = Buffer.from(this.plain.body, 'latin1')
    const tag = this.plain.tag.slice(0, -1)
    this.#packed = await Promise.all(
      ENCODINGS.map(async (encoding) =>
        formOf(await PACK[encoding](bytes), `${tag}${TAG_SUFFIX[encoding]}"`, encoding),
      ),
    )
  }
}

/** Good compression, and fast enough for what changes every second. */
const PACK: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
}

function formOf(bytes: Buffer, tag: string, encoding: Encoding | null): Form {
  return { encoding, tag, length: bytes.length, body: bytes.toString('latin1'), head: null }
}
