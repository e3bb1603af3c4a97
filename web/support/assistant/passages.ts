import type { CompanyTerms } from '#contract/auctions/auctions.ts'
import { about } from '../../pages/content/about.ts'
import { biddingGuide } from '../../pages/content/guide.ts'
import { howItWorks } from '../../pages/content/how-it-works.ts'
import { privacyPolicy } from '../../pages/content/privacy.ts'
import { refundPolicy } from '../../pages/content/refund.ts'
import type { Section } from '../../pages/content/section.ts'
import { termsOfUse } from '../../pages/content/terms.ts'
import { paths } from '../../paths.ts'
import { answersOf } from '../faq.ts'

/** A section of a public page that can answer a question, and its location. `also`: other words in which people ask it. */
export type Passage = { id: string; head: string; also: string; text: string; to: string; page: string }

/** All passages that can answer a general question: the FAQ, which answers most plainly, and the sections of the pages. */
export function passagesOf(terms: CompanyTerms): Passage[] {
  const answers = answersOf(terms).map(({ id, question, answer, alsoAsked = '' }) => {
    const to = paths.faqAnswer(id)
    return { id: to, head: question, also: alsoAsked, text: answer, to, page: 'FAQ' }
  })
  return [
    ...answers,
    ...sections(biddingGuide(terms), paths.biddingGuide, 'Bidding guide'),
    ...sections(howItWorks(terms), paths.howItWorks, 'How it works'),
    ...sections(refundPolicy(terms), paths.refund, 'Refunds'),
    ...sections(privacyPolicy(terms), paths.privacy, 'Privacy'),
    ...sections(termsOfUse(terms), paths.terms, 'Terms'),
    ...sections(about(terms), paths.about, 'About'),
  ]
}

function sections(all: Section[], path: string, page: string): Passage[] {
  return all.map(({ id, heading, paragraphs, points }) => {
    const to = `${path}#${id}`
    return { id: to, head: heading, also: '', text: [...paragraphs, ...(points ?? [])].join(' '), to, page }
  })
}
