import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Encoding, ENCODINGS, namesTag } from './accepts.ts'

/** One form of a body, with the tag that is this form's alone. */
export type Form = {
  encoding: Encoding | null
  tag: string
  length: number
  /** One character a byte: the server then writes head and body in one piece. */
  body: string
  /** The head under which it was sent last; see early.ts. */
  head: readonly string[] | null
}

/** A shorter body fits into one packet anyhow. */
const PACKED_BYTES_MIN = 1000
const TAG_SUFFIX = { br: '-br', gzip: '-gz' } as const

/** What was rendered once: the bytes, their tags, and, once it is worth it, the packed forms. Never changes but by being packed. */
export class Rendering {
  readonly plain: Form
  #packed: Form[] = []
  #isPacking = false

  constructor(text: string) {
    const bytes = Buffer.from(text)
    this.plain = formOf(bytes, `"${hash('sha256', bytes, 'base64url').slice(0, 32)}"`, null)
  }

  /** Bytes it takes in memory. */
  get size(): number {
    return this.#packed.reduce((sum, { length }) => sum + length, this.plain.length)
  }

  /** The form for who accepts that packing: the plain one until it is packed. */
  formFor(encoding: Encoding | null): Form {
    return this.#packed.find((form) => form.encoding === encoding) ?? this.plain
  }

  /** The form that `If-None-Match` names: whoever has it has all there is. */
  formNamed(header: string | undefined): Form | null {
    if (header === undefined) return null
    return [this.plain, ...this.#packed].find(({ tag }) => namesTag(header, tag)) ?? null
  }

  get isWorthPacking(): boolean {
    return !this.#isPacking && this.plain.length >= PACKED_BYTES_MIN
  }

  /** Packs it, in threads beside the requests. */
  async pack(): Promise<void> {
    this.#isPacking = true
    const bytes = Buffer.from(this.plain.body, 'latin1')
    const tag = this.plain.tag.slice(0, -1)
    this.#packed = await Promise.all(
      ENCODINGS.map(async (encoding) =>
        formOf(await PACK[encoding](bytes), `${tag}${TAG_SUFFIX[encoding]}"`, encoding),
      ),
    )
  }
}

/** Good, and quick enough for what changes every second. */
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
