import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Standing } from '#contract/bidding/bidding.ts'
import type { readLedger } from '#contract/bidding/ledger.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { OwnSeal } from '#contract/bidding/own-seals.ts'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type LotOptions } from '#test/inventory.ts'
import { faultsInChain, faultsInReplay, faultsInSeals, type Entry } from '#web/bidding/ledger/ledger-verifier.ts'

/** The browser's verification after a close, run against ledgers of a real server. */

let server: TestServer
let people: CastMember[]
let aukje: CastMember

beforeAll(async () => {
  server = await openTestServer()
  const { pool } = server.app
  people = await Promise.all(['Ada', 'Boris', 'Chidi', 'Dana'].map((name) => castPerson(pool, { name })))
  aukje = await castPerson(pool, { name: 'Aukje', role: 'auctioneer' })
})

afterAll(() => server?.close())

async function get<T>(path: string, who: CastMember): Promise<T> {
  const answer = await server.call('GET', path, { token: who.token })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.body as T
}

/** A lot with randomly drawn bids, raises, reductions and a void, which is then closed. */
async function soldByChance(seed: number, options: LotOptions = {}) {
  const { lotId } = await castLot(server.app, { closesInMs: 60_000, ...options })
  let state = seed
  const chance = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  for (let round = 0; round < 40; round += 1) {
    const { token } = people[Math.floor(chance() * 4)]!
    const amount = 10_000 + round * 2000 + Math.floor(chance() * 400) * 100
    const kind = chance() < 0.5 ? 'firm' : 'maximum'
    await server.call('POST', `/api/lots/${lotId}/bids`, { token, body: { bidId: randomUUID(), kind, amount } })
    if (round % 8 === 5) {
      const body = { bidId: randomUUID(), amount: chance() < 0.5 ? null : amount - 2000 }
      for (const who of people)
        await server.call('PUT', `/api/lots/${lotId}/maximum`, {
          token: who.token,
          body: { ...body, bidId: randomUUID() },
        })
    }
    if (round === 20 && seed % 2 === 0) {
      const last = (await ledgerOf(lotId)).items.find(({ line }) => line.type === 'bid-placed')!
      const body = { reason: 'A slip of the hand', sequences: [last.line.sequence] }
      await server.call('POST', `/api/admin/lots/${lotId}/voids`, { token: aukje.token, body })
    }
  }
  return ended(lotId)
}

const ledgerOf = (lotId: string) => get<ReplyOf<typeof readLedger>>(`/api/lots/${lotId}/ledger?limit=500`, people[0]!)

/** Ends a lot and reads its public data. */
async function ended(lotId: string) {
  const standing = async () => (await get<{ items: Standing[] }>(`/api/standings?lots=${lotId}`, people[0]!)).items[0]!
  // A live lot takes maximums before it opens, which the server's clock decides, so it is ended only once it is open.
  await expect.poll(async () => (await standing()).status, { timeout: 5000 }).toBe('open')
  await server.app.pool.query(
    `update standing set closes_at_ms = floor(extract(epoch from clock_timestamp()) * 1000) where lot_id = $1`,
    [lotId],
  )
  await expect.poll(async () => (await standing()).status, { timeout: 5000 }).not.toBe('open')
  const { items, closed } = await ledgerOf(lotId)
  const entries: Entry[] = items.toReversed()
  return { lotId, entries, standing: await standing(), terms: closed!.terms }
}

test('real ledgers verify: with proxies, ties, raises, lowerings, extensions, voids and reserves', async () => {
  for (const [seed, options] of [
    [1, {}],
    [2, {}],
    [3, { reserve: 60_000 }],
    [4, { reserve: 900_000 }],
    [5, { auctionKind: 'live' }],
  ] as const) {
    const { lotId, entries, standing, terms } = await soldByChance(seed, options)
    expect(entries.length).toBeGreaterThan(10)
    expect(await faultsInChain(lotId, entries)).toEqual([])
    expect(faultsInReplay(terms, entries, standing)).toEqual([])
    for (const who of people) {
      const { items } = await get<{ items: OwnSeal[] }>(`/api/lots/${lotId}/own-seals`, who)
      expect(await faultsInSeals(items, entries)).toEqual([])
    }
  }
})

test('a lot that the auctioneer hammered verifies; a timed lot with a hammer, and a price that the hammer changed, do not', async () => {
  const clock = { liveStartMs: 600_000, extensionWindowMs: 600_000, extensionMs: 600_000 }
  const { lotId } = await castLot(server.app, { auctionKind: 'live', ...clock })
  const lengthOf = async () => (await ledgerOf(lotId)).items.length
  await expect.poll(lengthOf, { timeout: 5000 }).toBe(1)
  const { token } = people[0]!
  await server.call('POST', `/api/lots/${lotId}/bids`, {
    token,
    body: { bidId: randomUUID(), kind: 'firm', amount: 10_000 },
  })
  await server.call('POST', `/api/admin/lots/${lotId}/fair-warning`, { token: aukje.token, body: {} })
  const body = { seen: await lengthOf() }
  const hammer = await server.call('POST', `/api/admin/lots/${lotId}/hammer`, { token: aukje.token, body })
  expect(hammer.status).toBe(200)
  const { items, closed } = await ledgerOf(lotId)
  const entries: Entry[] = items.toReversed()
  expect(await faultsInChain(lotId, entries)).toEqual([])
  expect(faultsInReplay(closed!.terms, entries, closed!.standing)).toEqual([])
  const last = `Entry ${entries.length}:`
  const timed = { ...closed!.terms, saleKind: 'timed' as const }
  expect(faultsInReplay(timed, entries, closed!.standing)).toContain(`${last} a timed lot has no auctioneer.`)
  const dearer = entries.with(-1, { line: { ...entries.at(-1)!.line, price: 12_500 } })
  expect(faultsInReplay(closed!.terms, dearer, closed!.standing)).toContain(
    `${last} the lot closed at another price than its last one.`,
  )
})

test('the chain reveals any changed, missing or moved entry', async () => {
  const { lotId, entries } = await soldByChance(7)
  for (const [index, entry] of entries.entries()) {
    const without = entries.filter((_, at) => at !== index)
    const line = { ...entry.line, at: entry.line.at + 1 }
    const changed = entries.with(index, { ...entry, line, text: JSON.stringify(line) })
    const shownOtherwise = entries.with(index, { ...entry, line })
    // Without the last entry the chain is still valid; replaying it shows that the lot hasn't ended.
    const broken = index === entries.length - 1 ? [changed, shownOtherwise] : [without, changed, shownOtherwise]
    for (const each of broken) expect(await faultsInChain(lotId, each)).toHaveLength(1)
  }
  expect(await faultsInChain(randomUUID(), entries)).toHaveLength(1)
})

test('the chain that the closing entry covers reveals any changed, missing, added or moved sealed entry', async () => {
  const { lotId } = await castLot(server.app, { closesInMs: 60_000 })
  const [ada, boris] = people
  const bid = (who: CastMember, kind: string, amount: number) => {
    return sendBid(server, who, { lotId }, kind, amount)
  }
  for (const amount of [50_000, 60_000, 70_000]) await bid(ada!, 'maximum', amount)
  await bid(boris!, 'firm', 20_000)
  await bid(ada!, 'maximum', 80_000)
  const lowered = { token: ada!.token, body: { bidId: randomUUID(), amount: null } }
  await server.call('PUT', `/api/lots/${lotId}/maximum`, lowered)

  const { entries, standing, terms } = await ended(lotId)
  const places = entries.flatMap(({ sealed = [] }, at) => sealed.map((_, index) => ({ at, index })))
  expect(places).toHaveLength(4)
  const broken = places.flatMap(({ at, index }) => {
    const sealed = entries[at]!.sealed!
    const { line, text, hash } = sealed[index]!
    const later = { ...line, at: line.at + 1 }
    const shown = (others: typeof sealed, to = at) =>
      to === at
        ? entries.with(at, { ...entries[at]!, sealed: others })
        : entries.with(at, { ...entries[at]!, sealed: [] }).with(to, { ...entries[to]!, sealed: others })
    return [
      shown(sealed.toSpliced(index, 1)),
      shown(sealed.toSpliced(index, 0, sealed[index]!)),
      shown(sealed.with(index, { line: later, text: JSON.stringify(later), hash })),
      shown(sealed.with(index, { line: later, text, hash })),
      shown(sealed, at === 0 ? 1 : at - 1),
    ]
  })
  for (const each of broken) expect(await faultsInChain(lotId, each)).toHaveLength(1)
  const without = entries.map((entry) => ({ ...entry, sealed: undefined }))
  expect(await faultsInChain(lotId, without)).toHaveLength(1)

  const { at } = places[0]!
  const [first] = entries[at]!.sealed!
  const played = (changes: object) => {
    const line = { ...first!.line, ...changes }
    return faultsInReplay(terms, entries.with(at, { ...entries[at]!, sealed: [{ ...first!, line }] }), standing).join()
  }
  expect(played({})).toBe('')
  expect(played({ paddle: 9_999_999 })).toContain('only the leader')
  expect(played({ at: first!.line.at + 9e9 })).toContain('at or after the end')
})

test('replaying reveals a ledger that breaks the rules, even if its chain is intact', async () => {
  const { entries, standing, terms } = await soldByChance(9)
  const at = entries.findIndex(({ line }) => line.type === 'bid-placed' && line.kind === 'firm' && line.sequence > 8)
  const { line } = entries[at]!
  const played = (changes: object, shown = standing) =>
    faultsInReplay(terms, entries.with(at, { line: { ...line, ...changes } }), shown)
  expect(played({})).toEqual([])
  expect(played({ amount: 100 }).join()).toContain('below the next bid')
  expect(played({ price: 100 }).join()).toContain('the price fell')
  expect(played({ leader: 9_999_999 }).join()).toContain('someone who didn’t bid')
  expect(played({ at: line.at + 9e9 }).join()).toContain('at or after the end')
  expect(faultsInReplay(terms, entries, { ...standing, price: standing.price! + 100 })).toHaveLength(1)
  expect(faultsInReplay(terms, entries, { ...standing, leader: 9_999_999 })).toHaveLength(1)
  expect(faultsInReplay(terms, entries.slice(0, -1), standing)).toHaveLength(1)
})

test('a seal of another amount does not open', async () => {
  const { lotId, entries } = await soldByChance(11)
  const mine = await Promise.all(people.map((who) => get<{ items: OwnSeal[] }>(`/api/lots/${lotId}/own-seals`, who)))
  const seals = mine.flatMap(({ items }) => items)
  expect(seals.length).toBeGreaterThan(3)
  for (const seal of seals)
    expect(await faultsInSeals([{ ...seal, amount: seal.amount + 100 }], entries)).toHaveLength(1)
})
