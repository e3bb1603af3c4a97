import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'

export type Pair = { lotId: string; accountId: string }

/** Which of some people have a lot open, in any process. */
export type Presence = {
  /** The pairs where the person has an open stream that carries the lot. */
  watchersAmong(pairs: readonly Pair[]): Promise<Set<string>>
  stop(): void
}

export function pairName({ lotId, accountId }: Pair): string {
  return `${lotId} ${accountId}`
}

/** In ms; an answer from another process takes two ticks of the bus and two round trips to the database. */
const WAIT_MS = 250
/** A question must fit into a hint: 80 pairs are about 6.5 kB. */
const PAIRS_AT_ONCE = 80

type Question = { ask: string; pairs: [lotId: string, accountId: string][] }

/**
 * Tracks who has a lot open. Every process knows only its own streams, so before notifying, a process asks all others over the bus and
 * waits briefly. No answer in time counts as not watching, so a lost answer means one email too many and never one too few.
 */
export function openPresence(app: App): Presence {
  const open = new Map<string, { found: Set<string>; asked: number; answered: () => void }>()
  const unsubscribes = [
    app.bus.subscribe('who-watches', (payload) => {
      const { ask, pairs } = JSON.parse(payload) as Question
      const here = pairs.filter(([lotId, accountId]) =>
        app.extensions.watching.some((watches) => watches(accountId, lotId)),
      )
      if (here.length > 0) app.bus.publish('watches', JSON.stringify({ ask, pairs: here } satisfies Question))
    }),
    app.bus.subscribe('watches', (payload) => {
      const { ask, pairs } = JSON.parse(payload) as Question
      const question = open.get(ask)
      if (question === undefined) return
      for (const [lotId, accountId] of pairs) question.found.add(pairName({ lotId, accountId }))
      if (question.found.size >= question.asked) question.answered()
    }),
  ]
  const askSome = async (some: readonly Pair[]): Promise<Set<string>> => {
    const ask = newId()
    const found = new Set<string>()
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, WAIT_MS)
      const answered = () => {
        clearTimeout(late)
        resolve()
      }
      open.set(ask, { found, asked: some.length, answered })
      const pairs = some.map(({ lotId, accountId }): [string, string] => [lotId, accountId])
      app.bus.publish('who-watches', JSON.stringify({ ask, pairs } satisfies Question))
    })
    open.delete(ask)
    return found
  }
  return {
    async watchersAmong(pairs) {
      const questions: Promise<Set<string>>[] = []
      for (let first = 0; first < pairs.length; first += PAIRS_AT_ONCE)
        questions.push(askSome(pairs.slice(first, first + PAIRS_AT_ONCE)))
      const answers = await Promise.all(questions)
      return new Set(answers.flatMap((answer) => [...answer]))
    },
    stop() {
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}
