import { locale } from '#web/platform/language/language.ts'
import { t, translated } from '#web/platform/language/text.ts'
import { sizeWords } from '#contract/platform/size-words.ts'
import { DOCUMENT_BYTES_MAX, DOCUMENT_KIND_WORDS, type DOCUMENT_KINDS } from '#contract/verification/verification.ts'

export type DocumentKind = (typeof DOCUMENT_KINDS)[number]
export type Side = 'front' | 'back'

export const kindName = (kind: DocumentKind) => translated(DOCUMENT_KIND_WORDS[kind])

/** What the file picker offers. The server judges by the bytes; this only saves a useless upload. */
export const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,image/heif,application/pdf,.heic,.heif'

const ENDING = /\.(jpe?g|png|webp|heic|heif|pdf)$/i

/** A passport shows everything on one page. */
export function sidesOf(kind: DocumentKind): readonly Side[] {
  return kind === 'passport' ? ['front'] : ['front', 'back']
}

/** Why a file need not be sent at all; null if it may be sent. */
export function faultOf(file: File): string | null {
  if (!ENDING.test(file.name) && !ACCEPTED.split(',').includes(file.type)) {
    return t`This isn’t a photo or a PDF. Use JPEG, PNG, WebP, HEIC or PDF.`
  }
  if (file.size === 0) return t`This file is empty. Choose another one.`
  if (file.size > DOCUMENT_BYTES_MAX)
    return t`This file is ${sizeWords(file.size, locale)}. The limit is ${sizeWords(DOCUMENT_BYTES_MAX, locale)}.`
  return null
}
