import type { Article, Block, Section } from '#contract/content/article.ts'
import type { Answer, FaqTopic, PageName, Passage } from '#contract/content/content.ts'
import { LANGUAGE_CODES } from '#contract/platform/languages.ts'
import { plainText } from '#contract/content/plain-text.ts'
import { inLanguage, t } from '#server/platform/language/text.ts'

/** A text of the FAQ: each section is a question. */
export function topicOf({ title, sections }: Article): FaqTopic {
  return { title, answers: sections.map(answerOf) }
}

/** How a paragraph begins that is for the search alone, in any language of the texts. */
function hintStart(): RegExp {
  return (known ??= new RegExp(
    `^(${LANGUAGE_CODES.map((language) => inLanguage(language, () => t`Also asked`)).join('|')}):\\s*`,
  ))
}

let known: RegExp | null = null

/** What an answer says, and the words that are for the search alone. */
function splitHint({ blocks }: Section): { said: Block[]; also: string } {
  const start = hintStart()
  const hint = blocks.find((block) => start.test(plainText([block])))
  if (hint === undefined) return { said: blocks, also: '' }
  return { said: blocks.filter((block) => block !== hint), also: plainText([hint]).replace(start, '') }
}

/** Without the links after the last sentence: as plain text they would only be names. */
function withoutPointers(block: Block): Block {
  if (block.kind !== 'paragraph') return block
  const last = block.runs.findLastIndex(({ text, href }) => href === undefined && !/^[\s·]*$/.test(text))
  const run = block.runs[last]
  if (run === undefined || !/[.?!…]\s*$/.test(run.text)) return block
  return { ...block, runs: [...block.runs.slice(0, last), { ...run, text: run.text.trimEnd() }] }
}

function answerOf(section: Section): Answer {
  return { id: section.id, question: section.heading, blocks: splitHint(section).said }
}

/** The pages that answer questions, after the FAQ, which answers most plainly. */
export const ANSWERING: readonly PageName[] = ['bidding-guide', 'how-it-works', 'refund', 'privacy', 'terms', 'about']

/** Every section that can answer a general question; `articles` in the order of `ANSWERING`. */
export function passagesFrom(faq: readonly Article[], articles: readonly Article[]): Passage[] {
  const answers = faq.flatMap(({ sections: all }) =>
    all.map((section) => {
      const { said, also } = splitHint(section)
      return passage(`/faq#${section.id}`, 'FAQ', {
        head: section.heading,
        also,
        text: plainText(said.map(withoutPointers)),
      })
    }),
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
