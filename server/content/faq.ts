import type { Article, Section } from '#contract/content/article.ts'
import type { Answer, FaqTopic, PageName, Passage } from '#contract/content/content.ts'
import { plainText } from '#contract/content/plain-text.ts'

/** A text of the FAQ: each section is a question. */
export function topicOf({ title, sections }: Article): FaqTopic {
  return { title, answers: sections.map(answerOf) }
}

/** In any language of the texts. */
const ALSO_ASKED = /^(Also asked|También preguntan):\s*/

function answerOf({ id, heading, blocks }: Section): Answer {
  const hint = blocks.find((block) => ALSO_ASKED.test(plainText([block])))
  return {
    id,
    question: heading,
    blocks: blocks.filter((block) => block !== hint),
    alsoAsked: hint === undefined ? '' : plainText([hint]).replace(ALSO_ASKED, ''),
  }
}

/** The pages that answer questions, after the FAQ, which answers most plainly. */
export const ANSWERING: readonly PageName[] = ['bidding-guide', 'how-it-works', 'refund', 'privacy', 'terms', 'about']

/** Every section that can answer a general question; `articles` in the order of `ANSWERING`. */
export function passagesFrom(topics: readonly FaqTopic[], articles: readonly Article[]): Passage[] {
  const answers = topics.flatMap(({ answers: all }) =>
    all.map(({ id, question, blocks, alsoAsked }) =>
      passage(`/faq#${id}`, 'FAQ', { head: question, also: alsoAsked, text: plainText(blocks) }),
    ),
  )
  const sections = articles.flatMap(({ title, sections: all }, index) =>
    all.map(({ id, heading, blocks }) =>
      passage(`/${ANSWERING[index]!}#${id}`, title, { head: heading, also: '', text: plainText(blocks) }),
    ),
  )
  return [...answers, ...sections]
}

function passage(to: string, page: string, said: Pick<Passage, 'head' | 'also' | 'text'>): Passage {
  return { id: to, to, page, ...said }
}
