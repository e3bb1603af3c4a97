import type { PageName } from './content.ts'

/** How a page of text is laid out: the server's HTML and the page draw the same. */

/** The wide photo above a text, where it has one. */
export type BandName = 'row' | 'yard' | 'inspection'
export const PAGE_BANDS: Partial<Record<PageName, BandName>> = {
  'how-it-works': 'row',
  'bidding-guide': 'inspection',
  terms: 'inspection',
  privacy: 'yard',
  refund: 'row',
  about: 'yard',
}

/** Pages with fewer sections need no list of them. */
export const CONTENTS_FROM = 4

/** Where a topic of the FAQ is on its page. */
export function topicId(title: string): string {
  return `topic-${title.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, '-')}`
}
