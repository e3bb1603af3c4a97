import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import type { Article } from '#contract/content/article.ts'
import { FAQ_NAMES, PAGE_NAMES } from '#contract/content/content.ts'
import { FIRST_BANNER, FIRST_FAQ, firstArticle } from '#contract/seo/first-answers.ts'
import { companyFields } from '#server/content/company-fields.ts'
import { ANSWERING, passagesFrom, topicOf } from '#server/content/faq.ts'
import { fillIn } from '#server/content/fields.ts'
import { parseMarkdown } from '#server/content/markdown.ts'
import { shippedText } from '#server/content/shipped-texts.ts'

/** What the server answers with the texts of the release and these terms, by path. */
export function shippedAnswers(terms: CompanyTerms): Record<string, unknown> {
  const fields = companyFields(terms)
  const article = (name: string): Article => fillIn(parseMarkdown(shippedText(name)).article, fields)
  const faq = FAQ_NAMES.map(article)
  return {
    ...Object.fromEntries(PAGE_NAMES.map((name) => [firstArticle(name), article(name)])),
    [FIRST_FAQ]: { topics: faq.map(topicOf) },
    [FIRST_BANNER]: { blocks: [] },
    '/api/passages': { items: passagesFrom(faq, ANSWERING.map(article)) },
  }
}
