import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveLot } from '#contract/bidding/bidding.ts'
import { openBiddingStage, type BiddingStage } from '#test/bidding-stage.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { castWaiting, decide, openNow, addPending, noticesOf, type Waiting } from './waiting.test-support.ts'

let stage: BiddingStage
let server: BiddingStage['server']

beforeAll(async () => {
  stage = await openBiddingStage()
  ;({ server } = stage)
})

afterAll(() => server?.close())

async function approve(who: Waiting): Promise<void> {
  expect((await decide(server, stage.rita, who, 'approve')).status).toBe(200)
  await server.app.outbox.drain()
  await server.app.outbox.drain()
}

async function live(who: Waiting, { lotId }: CastLot): Promise<LiveLot> {
  return (await server.call('GET', `/api/lots/${lotId}/live`, { token: who.token })).body as LiveLot
}

const pause = (lot: CastLot) => stage.act(stage.aukje, lot, 'pause', { reason: 'A short break' })
const resume = (lot: CastLot) => stage.act(stage.aukje, lot, 'resumption', { reason: 'The break is over' })

test('on a paused lot a bid can become pending, waits with a notice once its bidder is verified, and is placed when the lot resumes', async () => {
  const veda = await castWaiting(server.app.pool)
  const lot = await castLot(server.app)
  await pause(lot)
  expect((await addPending(server, veda, lot, 20_000)).body).toMatchObject({ maximum: 20_000, waitsFor: 'check' })
  await approve(veda)
  expect((await noticesOf(server.app, veda.id)).map(({ says }) => says)).toEqual([
    expect.stringMatching(/this lot is paused.*\$200\.00 is placed as soon as the lot resumes/),
  ])
  expect((await addPending(server, veda, lot, 30_000)).body).toMatchObject({ maximum: 30_000, waitsFor: 'opening' })
  await resume(lot)
  await expect.poll(async () => (await live(veda, lot)).standing.leader, { timeout: 8000 }).toBe(veda.paddle)
  expect((await live(veda, lot)).you).toMatchObject({ position: 'leading', maximum: 30_000 })
  await expect.poll(() => noticesOf(server.app, veda.id), { timeout: 8000 }).toHaveLength(2)
})

test('a bid that waits for its lot keeps waiting where the lot opens while its auction is halted', async () => {
  const veda = await castWaiting(server.app.pool)
  const lot = await castLot(server.app, { opensInMs: 3_600_000, closesInMs: 7_200_000 })
  await addPending(server, veda, lot, 20_000)
  await approve(veda)
  const halt = (verb: string) =>
    server.call('POST', `/api/admin/auctions/${lot.auctionId}/${verb}`, {
      token: stage.aukje.token,
      body: { reason: 'Power cut' },
    })
  await halt('pause')
  await openNow(server.app.pool, lot)
  await expect.poll(async () => (await live(veda, lot)).standing.sequence, { timeout: 8000 }).toBeGreaterThanOrEqual(2)
  expect((await live(veda, lot)).standing).toMatchObject({ leader: null, closesAt: null })
  await halt('resumption')
  await expect.poll(async () => (await live(veda, lot)).standing.leader, { timeout: 8000 }).toBe(veda.paddle)
  const says = (await noticesOf(server.app, veda.id)).map((notice) => notice.says).join(' ')
  expect(says).not.toContain('wasn’t placed')
})
