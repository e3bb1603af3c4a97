import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Invoice } from '#contract/invoices/invoices.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import type {
  MyNegotiation,
  StaffNegotiation,
  TakeNegotiationStep,
  TakeStaffStep,
} from '#contract/bidding/negotiations.ts'
import type { NegotiationTerms } from '#engine'
import { ledgerOf, sendBid } from '#test/bidding-stage.ts'
import type { CastMember } from '#test/cast.ts'
import type { Reply, TestServer } from '#test/harness/test-server.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

/** The price at which bidding ends, and the reserve that was not met; minor units. */
export const HIGH_BID = 400_000
export const RESERVE = 700_000

export type Closing = { negotiations?: NegotiationTerms; maximum?: number; sellerId?: string }

/** A lot that `who` leads at 4,000.00, closed below its reserve of 7,000.00. */
export async function closedLot(server: TestServer, who: CastMember, closing: Closing = {}): Promise<CastLot> {
  const { negotiations, maximum } = closing
  const lot = await castLot(server.app, {
    isFree: true,
    reserve: RESERVE,
    extensionWindowMs: 0,
    ...(negotiations ? { negotiations } : {}),
  })
  expect((await sendBid(server, who, lot, 'firm', HIGH_BID)).status).toBe(200)
  if (maximum !== undefined) expect((await sendBid(server, who, lot, 'maximum', maximum)).status).toBe(200)
  await server.app.pool.query(
    `update standing set closes_at_ms = floor(extract(epoch from clock_timestamp()) * 1000) where lot_id = $1`,
    [lot.lotId],
  )
  await reaches(server, lot, 'reserve-not-met')
  return lot
}

export async function statusOf(server: TestServer, { lotId }: CastLot): Promise<string | undefined> {
  const found = await server.app.pool.query<{ status: string }>('select status from standing where lot_id = $1', [
    lotId,
  ])
  return found.rows[0]?.status
}

export async function reaches(server: TestServer, lot: CastLot, status: string): Promise<void> {
  await expect.poll(() => statusOf(server, lot), { timeout: 8000, interval: 20 }).toBe(status)
}

export async function waitFor(server: TestServer, lot: CastLot, type: string): Promise<void> {
  await expect
    .poll(async () => (await ledgerOf(server, lot)).map((line) => line.type), { timeout: 8000, interval: 20 })
    .toContain(type)
}

export function step(
  server: TestServer,
  who: CastMember,
  { lotId }: CastLot,
  kind: TakeNegotiationStep['kind'],
  amount?: number,
  stepId: string = randomUUID(),
): Promise<Reply> {
  const body = { stepId, kind, ...(amount === undefined ? {} : { amount }) }
  return server.call('POST', `/api/lots/${lotId}/negotiation/steps`, { token: who.token, body })
}

export function staffStep(
  server: TestServer,
  who: CastMember,
  { lotId }: CastLot,
  body: TakeStaffStep,
): Promise<Reply> {
  return server.call('POST', `/api/admin/lots/${lotId}/negotiation/steps`, { token: who.token, body })
}

export async function myNegotiation(server: TestServer, who: CastMember, { lotId }: CastLot): Promise<MyNegotiation> {
  return (await server.call('GET', `/api/lots/${lotId}/negotiation`, { token: who.token })).body as MyNegotiation
}

export async function staffNegotiation(
  server: TestServer,
  who: CastMember,
  { lotId }: CastLot,
): Promise<StaffNegotiation> {
  return (await server.call('GET', `/api/admin/lots/${lotId}/negotiation`, { token: who.token }))
    .body as StaffNegotiation
}

/** Errors in a lot's ledger; bidders are not checked here. */
export async function ledgerFaults(server: TestServer, { lotId }: CastLot): Promise<string[]> {
  const faults = await brokenInvariants(server.app.pool, [lotId], [])
  return faults.filter((fault) => !fault.endsWith('nobody sent it'))
}

/** The status of a response, or the code of its refusal. */
export function said({ status, body }: Reply): number | string {
  return status === 409 ? (body as { code: string }).code : status
}

/** A person's invoices, after the outbox is drained. */
export async function invoicesOf(server: TestServer, who: CastMember): Promise<Invoice[]> {
  await server.app.outbox.drain()
  return ((await server.call('GET', '/api/invoices', { token: who.token })).body as { items: Invoice[] }).items
}

/** The titles of a person's notices about a lot, oldest first. */
export async function noticesOf(server: TestServer, who: CastMember, { lotNumber }: CastLot): Promise<string[]> {
  await server.app.outbox.drain()
  const list = (await server.call('GET', '/api/notifications', { token: who.token })).body as { items: Notification[] }
  return list.items
    .filter(
      ({ title, body }) => `${title} ${body}`.includes(`lot ${lotNumber}`) || `${title}`.includes(`Lot ${lotNumber}`),
    )
    .map(({ title }) => title)
    .toReversed()
}

/** What a person has committed, in minor units. */
export async function committed(server: TestServer, who: CastMember): Promise<number> {
  return ((await server.call('GET', '/api/my-bids', { token: who.token })).body as { committed: number }).committed
}

/** Each part is in a notice's title, and there is no other notice; outbox messages have no order. */
export async function expectNotices(server: TestServer, who: CastMember, lot: CastLot, parts: string[]): Promise<void> {
  const titles = await noticesOf(server, who, lot)
  expect(titles.map((title) => parts.find((part) => title.includes(part)) ?? title).toSorted()).toEqual(
    parts.toSorted(),
  )
}
