import type { NoticeKind, Notices } from '#server/platform/notices.ts'

/** The text of a notice. Title and body appear in page and on a locked screen; an email has everything. */
export type Words = {
  title: string
  body: string
  /** More paragraphs. */
  more: string[]
  facts: [name: string, value: string][]
  /** What to do next. The path is on our origin. */
  action: { label: string; path: string } | null
  /** The link that turns off notices of this kind, for emails. */
  stop: { label: string; path: string } | null
  /** Where a reply by email goes; null: nowhere. */
  replyTo: string | null
}

/** The text of each kind; instants in the company's time zone. */
export type Say = { [Kind in NoticeKind]: (facts: Notices[Kind], timeZone: string) => Words }

export function words(title: string, body: string, rest: Partial<Omit<Words, 'title' | 'body'>> = {}): Words {
  return { title, body, more: [], facts: [], action: null, stop: null, replyTo: null, ...rest }
}
