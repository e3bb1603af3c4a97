import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { closedLot, staffStep } from '#server/bidding/negotiations/negotiations.test-support.ts'
import { castPerson } from '#test/cast.ts'
import { castLot } from '#test/inventory.ts'
import type { Desk, Stages } from './audit-stages.ts'

const reason = 'A test of the rules'

/** Actions during and after an auction, and the company's money settings. */
export function runningStages(desk: () => Desk): Stages {
  /** A lot in an open negotiation. */
  const talking = async () => {
    const { server } = desk()
    return closedLot(server, await castPerson(server.app.pool, { name: 'Chidi' }))
  }
  return {
    ...blockStages(desk),
    ...settingStages(desk),
    'POST /api/admin/lots/:lotId/pause': async () => ({
      params: { lotId: (await castLot(desk().server.app)).lotId },
      body: { reason },
    }),
    'POST /api/admin/lots/:lotId/resumption': async () => {
      const { server, helper } = desk()
      const { lotId } = await castLot(server.app)
      const answer = await server.call('POST', `/api/admin/lots/${lotId}/pause`, {
        token: helper.token,
        body: { reason },
      })
      expect(answer.status).toBe(200)
      return { params: { lotId }, body: { reason } }
    },
    'POST /api/admin/auctions/:auctionId/cancellation': async () => ({
      params: { auctionId: (await castLot(desk().server.app)).auctionId },
      body: { reason },
    }),
    'POST /api/admin/auctions/:auctionId/pause': async () => ({
      params: { auctionId: (await castLot(desk().server.app)).auctionId },
      body: { reason },
    }),
    'POST /api/admin/auctions/:auctionId/resumption': async () => {
      const { server, helper } = desk()
      const { auctionId } = await castLot(server.app)
      const { token } = helper
      const paused = await server.call('POST', `/api/admin/auctions/${auctionId}/pause`, { token, body: { reason } })
      expect(paused.status).toBe(200)
      return { params: { auctionId }, body: { reason } }
    },
    'POST /api/admin/lots/:lotId/desk-bids': async () => {
      const { app } = desk().server
      const { paddle } = await castPerson(app.pool, { name: 'Dana' })
      const body = { bidId: randomUUID(), paddle, mark: 'phone', amount: 10_000 }
      return { params: { lotId: (await castLot(app)).lotId }, body }
    },
    'POST /api/admin/pause': () => Promise.resolve({ body: { reason } }),
    'POST /api/admin/resumption': async () => {
      const { server } = desk()
      const { token } = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
      expect((await server.call('POST', '/api/admin/pause', { token, body: { reason } })).status).toBe(200)
      return { body: { reason } }
    },
    'POST /api/admin/auctions/:auctionId/messages': async () => ({
      params: { auctionId: (await castLot(desk().server.app)).auctionId },
      body: { messageId: randomUUID(), text: 'The next lot is late.' },
    }),
    'POST /api/admin/lots/:lotId/negotiation/steps': async () => ({
      params: { lotId: (await talking()).lotId },
      body: { kind: 'counter', amount: 500_000 },
    }),
    'POST /api/admin/lots/:lotId/sale-void': async () => {
      const { server, helper } = desk()
      const lot = await talking()
      expect((await staffStep(server, helper, lot, { kind: 'approve', reason })).status).toBe(200)
      return { params: { lotId: lot.lotId }, body: { cause: 'mistake', reason } }
    },
  }
}

/** Actions on the lot that is up in a live auction. */
function blockStages(desk: () => Desk): Stages {
  /** A lot of a live auction that only the auctioneer ends. */
  const onTheBlock = async () => {
    const { server } = desk()
    const clock = { liveStartMs: 600_000, extensionWindowMs: 600_000, extensionMs: 600_000 }
    const { lotId } = await castLot(server.app, { auctionKind: 'live', ...clock })
    const isOpen = () => server.app.pool.query("select 1 from standing where lot_id = $1 and status = 'open'", [lotId])
    await expect.poll(async () => (await isOpen()).rowCount, { timeout: 10_000 }).toBe(1)
    return lotId
  }
  return {
    'POST /api/admin/lots/:lotId/fair-warning': async () => ({ params: { lotId: await onTheBlock() }, body: {} }),
    'POST /api/admin/lots/:lotId/hammer': async () => {
      const { server } = desk()
      const lotId = await onTheBlock()
      const { token } = await castPerson(server.app.pool, { name: 'Dana' })
      const body = { bidId: randomUUID(), kind: 'firm', amount: 10_000 }
      expect((await server.call('POST', `/api/lots/${lotId}/bids`, { token, body })).status).toBe(200)
      const { rows } = await server.app.pool.query<{ sequence: number }>(
        'select sequence::integer from standing where lot_id = $1',
        [lotId],
      )
      return { params: { lotId }, body: { seen: rows[0]!.sequence } }
    },
    'POST /api/admin/lots/:lotId/pass': async () => ({ params: { lotId: await onTheBlock() }, body: { seen: 1 } }),
  }
}

/** The owner's changes of money settings, at once and later. */
function settingStages(desk: () => Desk): Stages {
  return {
    'POST /api/admin/settings/plans': () =>
      Promise.resolve({
        body: { planId: randomUUID(), changes: { lateFee: 5200 }, effectiveAt: Date.now() + 86_400_000, reason },
      }),
    'DELETE /api/admin/settings/plans/:planId': async () => {
      const { pool } = desk().server.app
      const planId = randomUUID()
      const { id } = await castPerson(pool, { name: 'Olga', role: 'owner' })
      await pool.query(
        `insert into setting_plan (id, changes, effective_at, saved_by)
         values ($1, '{"lateFee": 5300}', clock_timestamp() + interval '1 day', $2)`,
        [planId, id],
      )
      return { params: { planId } }
    },
    'PUT /api/admin/settings': async () => {
      const { server } = desk()
      const { token } = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
      const { version } = (await server.call('GET', '/api/admin/settings', { token })).body as { version: string }
      return { body: { version, changes: { lateFee: 5100 }, reason } }
    },
  }
}
