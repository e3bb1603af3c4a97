import * as z from 'zod/mini'
import { adminList } from '../platform/admin-list.ts'
import { endpoint } from '../platform/endpoint.ts'
import { Reason, Id, Instant } from '../platform/values.ts'

/** Maximum characters of a question and of its answer. */
export const QUESTION_MAX = 500
export const ANSWER_MAX = 1500
/** The number of questions shown on a lot, those answered last. */
export const QUESTIONS_SHOWN_MAX = 200

/** `hidden`: staff do not publish it. */
export const QUESTION_STATES = ['waiting', 'answered', 'hidden'] as const
export type QuestionState = (typeof QUESTION_STATES)[number]

/** Lines of plain text, without control characters and bidirectional overrides. */
function plain(most: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(3, 'Enter at least three characters.'),
      z.maxLength(most),
      z.regex(/^(?:[^\p{Cc}\u202a-\u202e\u2066-\u2069]|\n)*$/u, 'Enter plain text.'),
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
  access: 'sees-prices',
  summary: 'Answered questions about a lot, newest answer first, after your own unanswered ones',
  params: z.object({ lotId: Id }),
  reply: z.object({ items: z.array(Question) }),
})

/** Idempotent by id: the same id sent again is the same question. Too many in a short time are answered 429. */
export const askQuestion = endpoint({
  method: 'POST',
  path: '/api/lots/:lotId/questions',
  access: 'complete',
  summary: 'Ask our team about a lot; contact details and links are hidden from others',
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
  /** Counts the changes; a change names the version it was made from. */
  version: z.int(),
})
export type StaffQuestion = z.infer<typeof StaffQuestion>

export const QUESTION_STATE_WORDS = {
  waiting: 'Waiting',
  answered: 'Answered',
  hidden: 'Hidden',
} as const satisfies Record<QuestionState, string>

export const listAllQuestions = adminList({
  path: '/api/admin/questions',
  name: 'questions',
  access: 'auctioneer',
  subject: 'question',
  personal: true,
  summary: 'Questions about all lots, newest first; `q` matches question, answer, title, person or lot number',
  item: StaffQuestion,
  columns: {
    asked: { label: 'Asked', kind: 'instant', of: 'askedAt', sort: 'down' },
    lot: { label: 'Lot', kind: 'text', of: 'lotNumber', sort: 'up' },
    title: { label: 'Title', kind: 'text' },
    person: { label: 'Person', kind: 'text', sort: 'up' },
    text: { label: 'Question', kind: 'text' },
    state: { label: 'State', kind: 'status', words: QUESTION_STATE_WORDS },
    answer: { label: 'Answer', kind: 'text' },
    answered: { label: 'Answered', kind: 'instant', of: 'answeredAt', sort: 'down' },
    answeredBy: { label: 'By', kind: 'text' },
    hiddenReason: { label: 'Hidden because', kind: 'text' },
  },
  filters: {
    q: { kind: 'search', label: 'Words, person or lot number' },
    state: { kind: 'choice', label: 'State', options: QUESTION_STATE_WORDS },
  },
  order: 'asked',
  /** Across all questions, whatever the filter: those that staff have neither answered nor hidden. */
  more: { waiting: z.int() },
  csv: 'auctioneer',
})

const OfQuestion = z.object({ questionId: Id })

/** Notifies the person who asked. An answer can be corrected later. */
export const answerQuestion = endpoint({
  method: 'PUT',
  path: '/api/admin/questions/:questionId/answer',
  access: 'auctioneer',
  summary: 'Answer a question; verified members and staff then see both',
  params: OfQuestion,
  body: z.object({ version: z.int32(), text: plain(ANSWER_MAX) }),
  reply: StaffQuestion,
  rejections: ['question-changed', 'question-hidden'],
})

export const hideQuestion = endpoint({
  method: 'PUT',
  path: '/api/admin/questions/:questionId/visibility',
  access: 'auctioneer',
  summary: 'Hide a question and its answer, or show them again, with a reason',
  params: OfQuestion,
  body: z.object({ version: z.int32(), hidden: z.boolean(), reason: Reason }),
  reply: StaffQuestion,
  rejections: ['question-changed'],
})
