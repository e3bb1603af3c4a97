import type { House } from '#server/platform/house.ts'
import { notFound, rateLimited, refuse, type Refusal } from '#server/platform/problem.ts'
import { sharedThrottle } from '#server/platform/throttle/shared-throttle.ts'
import { insertQuestion, lotEnded, questionById, type QuestionRow } from './store.ts'

/** Five questions at once, then one in five minutes. */
const PER_PERSON = { burst: 5, perSecond: 1 / 300 }
const RETRY_AFTER_S = 300

type Asked = { questionId: string; lotId: string; accountId: string; text: string }

/**
 * Takes a question about a lot. The same id again is the same question, and counts once. Throws `not-found` and `rate-limited`; refuses
 * questions about a lot whose bidding is over.
 */
export function questionTaker(house: House): (asked: Asked) => Promise<QuestionRow | Refusal> {
  const throttle = sharedThrottle(house, 'question', PER_PERSON)
  return async ({ questionId: id, lotId, accountId, text }) => {
    const known = await questionById(house.db, id)
    if (known !== undefined) return own(known, lotId, accountId)
    const ended = await lotEnded(house.db, lotId)
    if (ended === undefined) throw notFound('this lot')
    if (ended) return refuse('lot-ended', 'Bidding on this lot is over: nothing is answered here any more.')
    if (!(await throttle.take(accountId))) throw rateLimited(RETRY_AFTER_S)
    await insertQuestion(house.db, { id, lotId, accountId, text })
    return own((await questionById(house.db, id))!, lotId, accountId)
  }
}

function own(row: QuestionRow, lotId: string, accountId: string): QuestionRow | Refusal {
  return row.account_id === accountId && row.lot_id === lotId
    ? row
    : refuse('question-id-taken', 'This id belongs to another question. Ask again with a new one.')
}
