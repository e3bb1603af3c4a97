import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Auction } from '#contract/auctions/auctions.ts'
import { newId } from '#server/platform/id.ts'
import { shownChanged } from '#server/platform/shared/shown.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server?.close())

async function enter(count: number, startsIn: string, isOver: boolean): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  await server.app.pool.query(
    `insert into auction (id, title, kind, location, currency, opens_at, starts_at, ends_at, ended_at, lot_count, terms, published_at)
     select id, 'Thursday auction', 'timed', 'Springfield', 'USD', starts - interval '7 days', starts, starts, case when $3 then starts end,
       3, '{}', now()
     from unnest($1::uuid[]) with ordinality as auctions (id, place), lateral (select now() + $2::interval - place * interval '1 minute' as starts) s`,
    [ids, startsIn, isOver],
  )
  return ids
}

test('auctions that run or are still to come are listed however many are past, and of those the latest', async () => {
  const past = await enter(600, '-1 day', true)
  const [running] = await enter(1, '1 day', false)
  const [scheduled] = await enter(1, '30 days', false)
  shownChanged(server.app)
  const { body } = await server.call('GET', '/api/auctions')
  const listed = (body as { items: Auction[] }).items.map(({ id }) => id)
  expect(listed.slice(0, 3)).toEqual([running, scheduled, past[0]])
})
