import { locale } from '#web/platform/language/language.ts'
import { t } from '#web/platform/language/text.ts'
import type { LotDocument, LotDocumentKind } from '#contract/lots/lot-documents.ts'
import { sizeWords } from '#contract/platform/size-words.ts'

export const DOCUMENT_KIND_NAMES: Record<LotDocumentKind, string> = {
  title: t`Title`,
  registration: t`Registration`,
  inspection: t`Inspection report`,
  service: t`Service history`,
  emissions: t`Emissions test`,
  other: t`Other document`,
}

const TYPE_NAMES: Record<LotDocument['type'], string> = { pdf: 'PDF', jpeg: 'JPEG', png: 'PNG', webp: t`WebP` }

/** As in "PDF, 1.2 MB". */
export function fileWords({ type, size }: Pick<LotDocument, 'type' | 'size'>): string {
  return `${TYPE_NAMES[type]}, ${sizeWords(size, locale)}`
}
