import type { Article } from '#contract/content/article.ts'
import { BANNER_NAME, FAQ_NAMES, nameIn, PAGE_NAMES } from '#contract/content/content.ts'
import type { ContentText } from '#contract/content/edit-content.ts'
import { LANGUAGE_CODES } from '#contract/platform/languages.ts'
import { inLanguage } from '#server/platform/language/text.ts'
import type { App } from '#server/platform/app.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { companyFields } from './company-fields.ts'
import type { Fields } from './fields.ts'
import { parseMarkdown } from './markdown.ts'
import { shippedText } from './shipped-texts.ts'

/** A text that staff may edit. `fields`: what it can contain, with the values of now, or of a sample for what is sent later. */
export type EditableText = Pick<ContentText, 'name' | 'label' | 'language' | 'group'> & {
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

/** Registers the pages, the FAQ and the banner with the texts of this release, in every language. */
export function companyTexts(app: App): void {
  for (const language of LANGUAGE_CODES) {
    const fields = async () => {
      const terms = await readCompanyTerms(app)
      return inLanguage(language, () => companyFields(terms))
    }
    const own = (name: string, label: string) => ({
      name: nameIn(name, language),
      label,
      language,
      fields,
    })
    for (const [group, names] of [
      ['pages', PAGE_NAMES],
      ['faq', FAQ_NAMES],
    ] as const)
      for (const name of names) {
        const shipped = shippedText(name, language)
        editableText(app, { ...own(name, titleOf(shippedText(name))), group, shipped, hasTitle: true })
      }
    editableText(app, { ...own(BANNER_NAME, 'Announcement'), group: 'banner', shipped: '', hasTitle: false })
  }
}

/** The labels of the pages and of the topics of the FAQ, for translators. */
export function shippedLabels(): string[] {
  return [...PAGE_NAMES, ...FAQ_NAMES].map((name) => titleOf(shippedText(name)))
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
