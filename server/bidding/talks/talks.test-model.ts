import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Invoice } from '#contract/invoices.ts'
import type { Notification } from '#contract/notifications.ts'
import type { MyTalk, Talk, TakeHouseStep, TakeTalkStep } from '#contract/talks.ts'
import type { TalkTerms } from '#engine'
import type { CastMember } from '#test/cast.ts'
import type { Reply, TestHouse } from '#test/harness/house.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

/** The price at which bidding ends, and the reserve nobody reached; minor units. */
export const HIGH_BID = 400_000
export const RESERVE = 700_000

export type Closing = { talks?: TalkTerms; maximum?: number; sellerId?: string }

/** A lot that `who` leads at 4,000.00, closed below its reserve of 7,000.00. */
export async function closedLot(house: TestHouse, who: CastMember, closing: Closing = {}): Promise<CastLot> {
  const { talks, maximum } = closing
  const lot = await castLot(house.house, {
    isFree: true,
    reserve: RESERVE,
    extensionWindowMs: 0,
    ...(talks ? { talks } : {}),
  })
  const path = `/api/lots/${lot.lotId}/bids`
  const bid = (kind: string, amount: number) =>
    house.call('POST', path, { token: who.token, body: { bidId: randomUUID(), kind, amount } })
  expect((await bid('firm', HIGH_BID)).status).toBe(200)
  if (maximum !== undefined) expect((await bid('maximum', maximum)).status).toBe(200)
  await house.house.pool.query(
    `update standing set closes_at_ms = floor(extract(epoch from clock_timestamp()) * 1000) where lot_id = $1`,
    [lot.lotId],
  )
  await reaches(house, lot, 'reserve-not-met')
  return lot
}

export async function statusOf(house: TestHouse, { lotId }: CastLot): Promise<string | undefined> {
  const found = await house.house.pool.query<{ status: string }>('select status from standing where lot_id = $1', [
    lotId,
  ])
  return found.rows[0]?.status
}

export async function reaches(house: TestHouse, lot: CastLot, status: string): Promise<void> {
  await expect.poll(() => statusOf(house, lot), { timeout: 8000, interval: 20 }).toBe(status)
}

export async function linesOf(
  house: TestHouse,
  { lotId }: CastLot,
): Promise<{ type: string; [field: string]: unknown }[]> {
  const rows = await house.house.pool.query<{ text: string }>(
    'select text from ledger where lot_id = $1 order by sequence',
    [lotId],
  )
  return rows.rows.map(({ text }) => JSON.parse(text) as { type: string })
}

export async function waitFor(house: TestHouse, lot: CastLot, type: string): Promise<void> {
  await expect
    .poll(async () => (await linesOf(house, lot)).map((line) => line.type), { timeout: 8000, interval: 20 })
    .toContain(type)
}

export function step(
  house: TestHouse,
  who: CastMember,
  { lotId }: CastLot,
  kind: TakeTalkStep['kind'],
  amount?: number,
  stepId: string = randomUUID(),
): Promise<Reply> {
  const body = { stepId, kind, ...(amount === undefined ? {} : { amount }) }
  return house.call('POST', `/api/lots/${lotId}/talk/steps`, { token: who.token, body })
}

export function houseStep(house: TestHouse, who: CastMember, { lotId }: CastLot, body: TakeHouseStep): Promise<Reply> {
  return house.call('POST', `/api/admin/lots/${lotId}/talk/steps`, { token: who.token, body })
}

export async function myTalk(house: TestHouse, who: CastMember, { lotId }: CastLot): Promise<MyTalk> {
  return (await house.call('GET', `/api/lots/${lotId}/talk`, { token: who.token })).body as MyTalk
}

export async function houseTalk(house: TestHouse, who: CastMember, { lotId }: CastLot): Promise<Talk> {
  return (await house.call('GET', `/api/admin/lots/${lotId}/talk`, { token: who.token })).body as Talk
}

/** What is wrong with a lot's ledger; who bid is not followed here. */
export async function ledgerFaults(house: TestHouse, { lotId }: CastLot): Promise<string[]> {
  const faults = await brokenInvariants(house.house.pool, [lotId], [])
  return faults.filter((fault) => !fault.endsWith('nobody sent it'))
}

/** The status of an answer, or the code of its refusal. */
export function said({ status, body }: Reply): number | string {
  return status === 409 ? (body as { code: string }).code : status
}

/** After everything that waits in the outbox. */
export async function invoicesOf(house: TestHouse, who: CastMember): Promise<Invoice[]> {
  await house.house.outbox.drain()
  return ((await house.call('GET', '/api/invoices', { token: who.token })).body as { items: Invoice[] }).items
}

/** The titles of what a person was told of a lot, oldest first. */
export async function toldTo(house: TestHouse, who: CastMember, { lotNumber }: CastLot): Promise<string[]> {
  await house.house.outbox.drain()
  const list = (await house.call('GET', '/api/notifications', { token: who.token })).body as { items: Notification[] }
  return list.items
    .filter(
      ({ title, body }) => `${title} ${body}`.includes(`lot ${lotNumber}`) || `${title}`.includes(`Lot ${lotNumber}`),
    )
    .map(({ title }) => title)
    .toReversed()
}

/** What a person has committed, in minor units. */
export async function committed(house: TestHouse, who: CastMember): Promise<number> {
  return ((await house.call('GET', '/api/my-bids', { token: who.token })).body as { committed: number }).committed
}

/** Each of these is said in a title, and nothing else is said; messages of the outbox have no order. */
export async function wasTold(house: TestHouse, who: CastMember, lot: CastLot, parts: string[]): Promise<void> {
  const titles = await toldTo(house, who, lot)
  expect(titles.map((title) => parts.find((part) => title.includes(part)) ?? title).toSorted()).toEqual(
    parts.toSorted(),
  )
}
