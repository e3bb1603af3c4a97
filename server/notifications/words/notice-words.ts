import type { NoticeKind, Notices } from '#server/platform/notice.ts'

/** A notice in words. In page and on a locked screen stand title and body; a mail has everything. */
export type Words = {
  title: string
  body: string
  /** More paragraphs. */
  more: string[]
  facts: [name: string, value: string][]
  /** What to do next. The path is on our origin. */
  action: { label: string; path: string } | null
  /** Ends notices like this one, for mails. */
  stop: { label: string; path: string } | null
}

/** How each of some kinds is said; instants in the company's time zone. */
export type Say<K extends NoticeKind> = { [Kind in K]: (facts: Notices[Kind], timeZone: string) => Words }

export function words(title: string, body: string, rest: Partial<Omit<Words, 'title' | 'body'>> = {}): Words {
  return { title, body, more: [], facts: [], action: null, stop: null, ...rest }
}
