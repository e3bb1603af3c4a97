import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** A bug planted into the server's code while it is loaded: these pieces of text are replaced, each exactly once. */
export type Plant = { file: string; edits: readonly (readonly [from: string, to: string])[] }

/** What the simulation must find. Each is a realistic mistake. */
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
    edits: [['auction_limits is not null) order by id for update`', 'auction_limits is not null) order by id`']],
  },
  'lots-not-locked': {
    file: 'server/bidding/lane/store.ts',
    edits: [['order by lot_id for update`', 'order by lot_id`']],
  },
  'answers-not-read': {
    file: 'server/bidding/lane/store.ts',
    edits: [['where bid_id = any($2::uuid[])', 'where bid_id = any($2::uuid[]) and false']],
  },
  'owed-not-counted': {
    file: 'server/bidding/commitments.ts',
    edits: [['standing.auction_id\n  where bidder_id', 'standing.auction_id\n  where amount is null and bidder_id']],
  },
  'first-answer-forgotten': {
    file: 'server/bidding/lane/decide-batch.ts',
    edits: [
      ['if (first !== undefined && isSame(first, action, fingerprint)) return first.outcome', ''],
      ['first !== undefined, now)', 'false, now)'],
    ],
  },
  'sealed-changes-not-covered': {
    file: 'server/bidding/lane/lot-book.ts',
    edits: [
      [
        'publicLine(event, sequence, seal, this.sealedChain)',
        'publicLine(event, sequence, seal, { ...this.sealedChain, count: 0 })',
      ],
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
    edits: [["if (!app.config.roles.has('api')) return []", 'return []']],
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
    file: 'server/platform/http/pending-requests.ts',
    edits: [['if (waited === this.#looksMax) expire()', '']],
  },
  'clock-put-back': {
    file: 'server/platform/throttle/throttle.ts',
    edits: [['Math.max(0, at - known.at) / 1000', '(at - known.at) / 1000']],
  },
}

/** The same queries worded differently: the simulation must not notice any of them. */
export const REWORDINGS: Record<string, Plant> = {
  'reworded-lane': {
    file: 'server/bidding/lane/store.ts',
    edits: [
      [
        'from standing where lot_id = any($1::uuid[]) order by lot_id for update`',
        'from standing as s\n  WHERE s.lot_id IN (select unnest($1::uuid[])) -- in ascending id\n  order by s.lot_id asc for update of s`',
      ],
      [
        'from unnest($1::uuid[]) as asked(id) left join account on account.id = asked.id',
        'from (select unnest($1::uuid[]) as id) asked left join account on asked.id = account.id',
      ],
      [
        '(bidding_limit is not null or auction_limits is not null) order by id for update`',
        'not (bidding_limit is null and auction_limits is null) order by 1 for no key update`',
      ],
    ],
  },
  'reworded-commitments': {
    file: 'server/bidding/commitments.ts',
    edits: [
      [
        "and standing.status in ('scheduled', 'open', 'reserve-not-met')",
        "and (standing.status = 'reserve-not-met' or standing.status = 'open' or standing.status = 'scheduled')",
      ],
      [
        'from standing join auction on auction.id = auction_id left join lot on lot.id = lot_id\n',
        'from auction join standing on auction_id = auction.id left join lot on lot_id = lot.id\n',
      ],
    ],
  },
  'reworded-clock': {
    file: 'server/bidding/closing.ts',
    edits: [
      [
        "not exists (select 1 from standing o where o.auction_id = s.auction_id and o.status = 'open')",
        "s.auction_id not in (select o.auction_id from standing o where o.status = 'open')",
      ],
      [
        "s join auction a on a.id = s.auction_id\n    where s.status = 'scheduled' and",
        "s, (select id, starts_at, canceled_at from auction) as a\n    where a.id = s.auction_id and s.status = 'scheduled' and",
      ],
    ],
  },
  'reworded-feed': {
    file: 'server/bidding/feed/reader.ts',
    edits: [
      [
        "select coalesce(json_agg(l.text order by l.sequence), '[]') from ledger l",
        "select case when count(*) = 0 then '[]' else json_agg(l.text order by l.sequence asc) end from ledger as l",
      ],
      ['json_object_agg(lot_id, sequence) from standing', 'json_object_agg(s.lot_id, s.sequence) from standing s'],
    ],
  },
}

/** Loads the server with a bug in it, or reworded. Throws if the code differs from what is expected: then update the plant. */
export function plant(name: string): void {
  const found = PLANTS[name] ?? REWORDINGS[name]
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
