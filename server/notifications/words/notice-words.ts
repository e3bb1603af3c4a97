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
