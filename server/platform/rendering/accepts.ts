import { type Language, languageIn } from '#contract/platform/languages.ts'

/** Encodings of a body, best first: a client that accepts both gets the first. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Browsers send only a few variants; headers beyond this number are parsed each time. */
const KNOWN_MAX = 100
const known = new Map<string, Encoding | null>()
const languages = new Map<string, Language>()

/** The encoding to use for this `Accept-Encoding`, or null: uncompressed. A weight of 0 means never. Source: RFC 9110, 12.5.3. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  if (header === undefined) return null
  const found = known.get(header)
  if (found !== undefined) return found
  const read = readEncodings(header)
  if (known.size < KNOWN_MAX) known.set(header, read)
  return read
}

/** Whether a client with this `Accept-Encoding` accepts gzip. */
export function takesGzip(header: string | undefined): boolean {
  if (header === undefined) return false
  const weights = weightsIn(header)
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}

function readEncodings(header: string): Encoding | null {
  const weights = weightsIn(header)
  return ENCODINGS.find((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0) ?? null
}

function weightsIn(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)))
  }
  return weights
}

/** The language of ours that this `Accept-Language` wants most; English without one. Source: RFC 9110, 12.5.4. */
export function acceptedLanguage(header: string | undefined): Language {
  if (header === undefined || header === '') return 'en'
  const found = languages.get(header)
  if (found !== undefined) return found
  const wanted = [...weightsIn(header)].filter(([, weight]) => weight > 0).toSorted(([, a], [, b]) => b - a)
  const read = languageIn(wanted.map(([tag]) => tag))
  if (languages.size < KNOWN_MAX) languages.set(header, read)
  return read
}

/** The address under which a page is kept: other languages have one that no request has, so that none is sent for another. */
export function pageAddress(address: string, language: Language): string {
  return language === 'en' ? address : `${language} ${address}`
}

/** Whether `If-None-Match` names the tag, weakly compared. Source: RFC 9110, 13.1.2. */
export function namesTag(header: string, tag: string): boolean {
  return header === tag || header === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}
