import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A bug that is planted into the server's code while it is loaded: these pieces of text are replaced, each exactly once. */
export type Plant = { file: string; edits: readonly (readonly [from: string, to: string])[] }

/** What the simulation must find. Every one is a mistake that somebody could make. */
export const PLANTS: Record<string, Plant> = {
  'answer-before-commit': {
    file: 'server/bidding/lane/lane.ts',
    edits: [
      [
        'writing = true\n',
        'writing = true\n      batch.waiting.forEach(({ resolve }, index) => resolve(decided.outcomes[index]!))\n',
      ],
    ],
  },
  'clock-before-the-lock': {
    file: 'server/bidding/lane/store.ts',
    edits: [['extract(epoch from clock_timestamp())', 'extract(epoch from now())']],
  },
  'limits-not-locked': {
    file: 'server/bidding/lane/store.ts',
    edits: [['bidding_limit is not null order by id for update`', 'bidding_limit is not null order by id`']],
  },
  'first-answer-forgotten': {
    file: 'server/bidding/lane/decide-batch.ts',
    edits: [
      ['if (first !== undefined && isSame(first, act, fingerprint)) return first.outcome', ''],
      ['first !== undefined, now)', 'false, now)'],
    ],
  },
  'unknown-is-refused': {
    file: 'server/bidding/lane/lane.ts',
    edits: [
      ['const problem = writing && code === null ? unknownOutcome() : busy(1)', ''],
      [
        'for (const { reject } of batch.waiting) reject(problem)',
        "for (const { resolve } of batch.waiting) resolve({ ok: false, rejection: { code: 'lot-closed' } })",
      ],
    ],
  },
  'rolled-back-and-told': {
    file: 'server/bidding/lane/store.ts',
    edits: [
      ["if (results.at(-1)?.command !== 'COMMIT') throw new Error('the transaction was rolled back')", 'void results'],
      ["text: 'commit' }", "text: 'rollback' }"],
    ],
  },
  'locks-of-the-dead': {
    file: 'server/bidding/lane/lane-connection.ts',
    edits: [['idle_in_transaction_session_timeout: SILENT_MS,', '']],
  },
  'no-catch-up': {
    file: 'server/bidding/feed/channel.ts',
    edits: [['if (this.isLoaded && this.#wanted > this.sequence) void this.#catchUp()', '']],
  },
  'hints-believed': {
    file: 'server/bidding/feed/channels.ts',
    edits: [['else channel.want(sequence)', '']],
  },
  'gap-not-seen': {
    file: 'server/bidding/feed/channel.ts',
    edits: [
      [
        'if (this.#standing === null || news[0]?.sequence !== this.sequence + 1) return this.want(standing.sequence)',
        'if (this.#standing === null) return this.want(standing.sequence)',
      ],
    ],
  },
  'resume-from-anywhere': {
    file: 'server/bidding/feed/channel.ts',
    edits: [
      ['const from = held === null || held < floor ? standing.sequence : held', 'const from = standing.sequence - 1'],
    ],
  },
  'outage-not-seen': {
    file: 'server/bidding/closing.ts',
    edits: [["{ type: 'close', absences }", "{ type: 'close', absences: absences.slice(0, 0) }"]],
  },
  'clock-not-restarted': {
    file: 'server/bidding/closing.ts',
    edits: [["if (!house.config.roles.has('api')) return []", 'return []']],
  },
  'outage-before-it-opened': {
    file: 'engine/outage.ts',
    edits: [['from ??= event.at', 'from ??= 0']],
  },
  'outage-made-up-twice': {
    file: 'engine/outage.ts',
    edits: [["if (event.cause !== 'outage') break", 'break']],
  },
  'closed-late': {
    file: 'server/bidding/closing.ts',
    edits: [['const EVERY_MS = 250', 'const EVERY_MS = 2500']],
  },
  'nobody-looks': {
    file: 'server/platform/http/in-hand.ts',
    edits: [['if (waited === this.#looksMax) expire()', '']],
  },
  'clock-put-back': {
    file: 'server/platform/throttle/throttle.ts',
    edits: [['Math.max(0, at - known.at) / 1000', '(at - known.at) / 1000']],
  },
}

/** Loads the server with a bug in it. Throws where the code does not read as the bug expects: then the plant has to be renewed. */
export function plant(name: string): void {
  const found = PLANTS[name]
  if (found === undefined) throw new Error(`there is no plant ${name}; there are ${Object.keys(PLANTS).join(', ')}`)
  const file = fileURLToPath(new URL(`../../${found.file}`, import.meta.url))
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (url !== `file://${file}`) return loaded
      if (loaded.source === undefined || loaded.source === null)
        throw new Error(`${found.file} was loaded without a text`)
      let text = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
      for (const [from, to] of found.edits) {
        if (text.split(from).length !== 2) throw new Error(`the plant ${name} does not find its place: ${from}`)
        text = text.replace(from, () => to)
      }
      return { ...loaded, source: text }
    },
  })
}
