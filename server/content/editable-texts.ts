import type { Article } from '#contract/content/article.ts'
import { BANNER_NAME, FAQ_NAMES, PAGE_NAMES } from '#contract/content/content.ts'
import type { ContentText } from '#contract/content/edit-content.ts'
import type { App } from '#server/platform/app.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { companyFields } from './company-fields.ts'
import type { Fields } from './fields.ts'
import { parseMarkdown } from './markdown.ts'
import { shippedText } from './shipped-texts.ts'

/** A text that staff may edit. `fields`: what it can contain, with the values of now, or of a sample for what is sent later. */
export type EditableText = Pick<ContentText, 'name' | 'label' | 'group'> & {
  shipped: string
  hasTitle: boolean
  fields(): Promise<Fields>
}

declare module '#server/platform/extensions.ts' {
  interface Extensions {
    /** Texts that staff may edit, by name, in the order of their list. */
    editableTexts: Map<string, EditableText>
  }
}

export function editableText(app: App, text: EditableText): void {
  app.extensions.editableTexts.set(text.name, text)
}

/** Registers the pages, the FAQ and the banner with the texts of this release. */
export function companyTexts(app: App): void {
  const fields = async () => companyFields(await readCompanyTerms(app))
  for (const [group, names] of [
    ['pages', PAGE_NAMES],
    ['faq', FAQ_NAMES],
  ] as const)
    for (const name of names) {
      const shipped = shippedText(name)
      editableText(app, { name, label: titleOf(shipped), group, shipped, hasTitle: true, fields })
    }
  const banner = { name: BANNER_NAME, label: 'Announcement', group: 'banner', shipped: '', hasTitle: false } as const
  editableText(app, { ...banner, fields })
}

function titleOf(text: string): string {
  return parseMarkdown(text).article.title
}

/** Parsing costs a millisecond; texts change seldom. */
const parsed = new Map<string, Article>()
const PARSED_MAX = 200

export function parsedOnce(text: string): Article {
  const known = parsed.get(text)
  if (known !== undefined) return known
  const { article } = parseMarkdown(text)
  if (parsed.size >= PARSED_MAX) parsed.clear()
  parsed.set(text, article)
  return article
}
