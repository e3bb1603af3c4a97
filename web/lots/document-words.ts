import { locale } from '#web/platform/language/language.ts'
import { t } from '#web/platform/language/text.ts'
import type { LotDocument, LotDocumentKind } from '#contract/lots/lot-documents.ts'

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
export function sizeWords({ type, size }: Pick<LotDocument, 'type' | 'size'>): string {
  const megabytes = size / 1024 / 1024
  const words =
    megabytes >= 0.95
      ? `${megabytes.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`
      : `${Math.max(1, Math.round(size / 1024))} kB`
  return `${TYPE_NAMES[type]}, ${words}`
}
