import type { ParamsOf } from '#contract/platform/endpoint.ts'
import { openDocument } from '#contract/invoices/invoices.ts'
import type { App } from '#server/platform/app.ts'
import { signLink } from '#server/platform/signed-link.ts'

export type DocumentName = ParamsOf<typeof openDocument>

/** There is one sample document, and it has no row. */
export const SAMPLE: DocumentName = { kind: 'sample', documentId: '00000000-0000-4000-8000-000000000000' }

/** A link that opens one document for some minutes without request headers. */
export function linkTo(app: App, name: DocumentName): { url: string; expiresAt: number } {
  return signLink(app, pathOf(name))
}

export function pathOf({ kind, documentId }: DocumentName): string {
  return openDocument.path.replace(':kind', kind).replace(':documentId', documentId)
}
