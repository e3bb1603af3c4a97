import { t } from '#server/platform/language/text.ts'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import type { FaqTopic } from '#contract/content/content.ts'
import { plainText } from '#contract/content/plain-text.ts'

export type At = (path: string) => string

/** The company as schema.org data, with what its settings state. */
export function organization({ companyName, contact, brand }: CompanyTerms, at: At): object {
  const { email, phone, address } = contact
  return {
    '@context': 'https://schema.org',
    '@type': ['Organization', 'AutoDealer'],
    '@id': `${at('/')}#company`,
    name: companyName,
    url: at('/'),
    ...(brand.logo === null ? {} : { logo: at(brand.logo) }),
    ...(email === '' ? {} : { email }),
    ...(phone === '' ? {} : { telephone: phone }),
    ...(address === '' ? {} : { address }),
  }
}

/** Where a page is, from the start page to itself. */
export function breadcrumbs(steps: readonly { name: string; path: string }[], at: At): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: t`Auctions`, path: '/' }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: at(path),
    })),
  }
}

export function faqPage(topics: readonly FaqTopic[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: topics.flatMap(({ answers }) =>
      answers.map(({ question, blocks }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: plainText(blocks) },
      })),
    ),
  }
}
