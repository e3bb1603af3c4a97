import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Reason, Words } from './payments.ts'
import { Id, Instant, Order, PageNumber } from './values.ts'

/** Characters of a question and of its answer. */
export const QUESTION_MAX = 500
export const ANSWER_MAX = 1500
/** As many questions of a lot are shown, the ones answered last. */
export const QUESTIONS_SHOWN_MAX = 200

/** `hidden`: the house does not publish it. */
export const QUESTION_STATES = ['waiting', 'answered', 'hidden'] as const
export type QuestionState = (typeof QUESTION_STATES)[number]

/** Lines of plain text. Control characters, and those that turn the direction of writing, are no text. */
function plain(most: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(3, 'Write at least three characters.'),
      z.maxLength(most),
      z.regex(/^(?:[^\p{Cc}\u202a-\u202e\u2066-\u2069]|\n)*$/u, 'Write plain text.'),
    )
}

/** A question as bidders see it: without contact data, and without a name. Others' questions are shown once they are answered. */
export const Question = z.object({
  id: Id,
  text: z.string(),
  askedAt: Instant,
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(Instant),
  state: z.enum(QUESTION_STATES),
  isMine: z.boolean(),
})
export type Question = z.infer<typeof Question>

export const listQuestions = endpoint({
  method: 'GET',
  path: '/api/lots/:lotId/questions',
  access: 'informed',
  summary: 'Answered questions about a lot, newest answer first, after one’s own that still wait',
  params: z.object({ lotId: Id }),
  reply: z.object({ items: z.array(Question) }),
})

/** The same id sent again is the same question. Too many at once are answered 429. */
export const askQuestion = endpoint({
  method: 'POST',
  path: '/api/lots/:lotId/questions',
  access: 'complete',
  summary: 'Ask the house about a lot; contact data and links are not shown to others',
  params: z.object({ lotId: Id }),
  body: z.object({ questionId: Id, text: plain(QUESTION_MAX) }),
  reply: Question,
  status: 201,
  rejections: ['lot-ended', 'question-id-taken'],
})

/** A question as the auctioneer sees it. `text`: as it was written; `shownAs`: as bidders read it. */
export const StaffQuestion = z.object({
  id: Id,
  lotId: Id,
  lotNumber: z.int(),
  title: z.string(),
  text: z.string(),
  shownAs: z.string(),
  askedAt: Instant,
  /** Null: the account is closed. */
  accountId: z.nullable(Id),
  person: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(Instant),
  answeredBy: z.nullable(z.string()),
  state: z.enum(QUESTION_STATES),
  hiddenReason: z.nullable(z.string()),
  /** Counts the changes: who changes it says which one was seen. */
  version: z.int(),
})
export type StaffQuestion = z.infer<typeof StaffQuestion>

const Filter = { q: z.optional(Words), state: z.optional(z.enum(QUESTION_STATES)) }
const QuestionFilter = z.object(Filter)
export type QuestionFilter = z.infer<typeof QuestionFilter>

export const QUESTION_SORTS = ['asked', 'lot', 'person', 'answered'] as const

export const listAllQuestions = endpoint({
  method: 'GET',
  path: '/api/admin/questions',
  access: 'auctioneer',
  audit: { act: 'view-questions', of: 'question' },
  summary: 'Questions about all lots, newest first; `q` is words of question, answer, title or person, or a lot number',
  query: z.object({ ...Filter, sort: z.optional(z.enum(QUESTION_SORTS)), order: Order, page: PageNumber }),
  reply: z.object({
    items: z.array(StaffQuestion),
    page: z.int(),
    pages: z.int(),
    total: z.int(),
    /** Of all, whatever is filtered: those that nobody has answered or hidden. */
    waiting: z.int(),
  }),
})

export const exportQuestions = endpoint({
  method: 'GET',
  path: '/api/admin/questions.csv',
  access: 'auctioneer',
  audit: { act: 'export-questions', of: 'question' },
  summary: 'The same list as CSV, newest first',
  query: QuestionFilter,
  reply: null,
  media: 'text/csv',
})

const OfQuestion = z.object({ questionId: Id })

/** Whoever asked is told. An answer may be put right later. */
export const answerQuestion = endpoint({
  method: 'PUT',
  path: '/api/admin/questions/:questionId/answer',
  access: 'auctioneer',
  summary: 'Answer a question: from then on every informed bidder sees both',
  params: OfQuestion,
  body: z.object({ version: z.int(), text: plain(ANSWER_MAX) }),
  reply: StaffQuestion,
  rejections: ['question-changed', 'question-hidden'],
})

export const hideQuestion = endpoint({
  method: 'PUT',
  path: '/api/admin/questions/:questionId/visibility',
  access: 'auctioneer',
  summary: 'Hide a question with its answer, or show it again, with a reason',
  params: OfQuestion,
  body: z.object({ version: z.int(), hidden: z.boolean(), reason: Reason }),
  reply: StaffQuestion,
  rejections: ['question-changed'],
})
