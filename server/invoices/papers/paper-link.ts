import type { ParamsOf } from '#contract/endpoint.ts'
import { openPaper } from '#contract/invoices.ts'
import type { House } from '#server/platform/house.ts'
import { signLink } from '#server/platform/signed-link.ts'

export type PaperName = ParamsOf<typeof openPaper>

/** The sample is one, and has no row. */
export const SAMPLE: PaperName = { kind: 'sample', paperId: '00000000-0000-4000-8000-000000000000' }

/** A link that opens one paper without headers, for some minutes. */
export function linkTo(house: House, name: PaperName): { url: string; expiresAt: number } {
  return signLink(house, pathOf(name))
}

export function pathOf({ kind, paperId }: PaperName): string {
  return openPaper.path.replace(':kind', kind).replace(':paperId', paperId)
}
