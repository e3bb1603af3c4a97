import type { HouseTerms } from '#contract/auctions.ts'
import { about } from '../../pages/content/about.ts'
import { biddingGuide } from '../../pages/content/guide.ts'
import { howItWorks } from '../../pages/content/how-it-works.ts'
import { privacyPolicy } from '../../pages/content/privacy.ts'
import { refundPolicy } from '../../pages/content/refund.ts'
import type { Section } from '../../pages/content/section.ts'
import { termsOfUse } from '../../pages/content/terms.ts'
import { paths } from '../../paths.ts'
import { type Findable, rankText } from '../../platform/rank-text.ts'
import { answersOf } from '../../support/faq.ts'

/** A passage of the public pages that can answer a question, and where it stands. */
export type Passage = Findable & { text: string; to: string; page: string }

/** Below these a passage shares only chance words with the question. */
const LEAST_SCORE = 0.2
const LEAST_COVERED = 0.51

/** All that the chatbot knows: the FAQ first, which answers most plainly, then the pages. */
export function passagesOf(terms: HouseTerms): Passage[] {
  const answers = answersOf(terms).map(({ id, question, answer, alsoAsked = '' }) => ({
    head: question,
    body: `${answer} ${alsoAsked}`,
    text: answer,
    to: paths.faqAnswer(id),
    page: 'FAQ',
  }))
  return [
    ...answers,
    ...page(biddingGuide(terms), paths.biddingGuide, 'Bidding guide'),
    ...page(howItWorks(terms), paths.howItWorks, 'How it works'),
    ...page(refundPolicy(terms), paths.refund, 'Refunds'),
    ...page(privacyPolicy(terms), paths.privacy, 'Privacy'),
    ...page(termsOfUse(terms), paths.terms, 'Terms'),
    ...page(about(terms), paths.about, 'About'),
  ]
}

function page(sections: Section[], path: string, name: string): Passage[] {
  return sections.map(({ id, heading, paragraphs, points }) => {
    const text = [...paragraphs, ...(points ?? [])].join(' ')
    return { head: heading, body: text, text, to: `${path}#${id}`, page: name }
  })
}

/** The passage that answers best and up to two to read on, or null: then the chatbot says that it does not know. */
export function answer(passages: readonly Passage[], question: string): { best: Passage; others: Passage[] } | null {
  const [first, ...rest] = rankText(passages, question).filter(
    ({ score, covered }) => score >= LEAST_SCORE && covered >= LEAST_COVERED,
  )
  return first === undefined ? null : { best: first.item, others: rest.slice(0, 2).map((found) => found.item) }
}
