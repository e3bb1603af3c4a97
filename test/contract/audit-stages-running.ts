import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { closedLot, houseStep } from '#server/bidding/talks/talks.test-model.ts'
import { castPerson } from '#test/cast.ts'
import { castLot } from '#test/inventory.ts'
import type { Desk, Stages } from './audit-stages.ts'

const reason = 'A test of the rules'

/** Acts while a sale runs and after it, and the settings of the house about money. */
export function runningStages(desk: () => Desk): Stages {
  /** A lot whose talk runs. */
  const talking = async () => {
    const { house } = desk()
    return closedLot(house, await castPerson(house.house.pool, { name: 'Chidi' }))
  }
  return {
    'POST /api/admin/lots/:lotId/pause': async () => ({
      params: { lotId: (await castLot(desk().house.house)).lotId },
      body: { reason },
    }),
    'POST /api/admin/lots/:lotId/resumption': async () => {
      const { house, helper } = desk()
      const { lotId } = await castLot(house.house)
      const answer = await house.call('POST', `/api/admin/lots/${lotId}/pause`, {
        token: helper.token,
        body: { reason },
      })
      expect(answer.status).toBe(200)
      return { params: { lotId }, body: { reason } }
    },
    'POST /api/admin/auctions/:auctionId/pause': async () => ({
      params: { auctionId: (await castLot(desk().house.house)).auctionId },
      body: { reason },
    }),
    'POST /api/admin/auctions/:auctionId/resumption': async () => {
      const { house, helper } = desk()
      const { auctionId } = await castLot(house.house)
      const { token } = helper
      const paused = await house.call('POST', `/api/admin/auctions/${auctionId}/pause`, { token, body: { reason } })
      expect(paused.status).toBe(200)
      return { params: { auctionId }, body: { reason } }
    },
    'POST /api/admin/pause': () => Promise.resolve({ body: { reason } }),
    'POST /api/admin/resumption': async () => {
      const { house } = desk()
      const { token } = await castPerson(house.house.pool, { name: 'Olga', role: 'owner' })
      expect((await house.call('POST', '/api/admin/pause', { token, body: { reason } })).status).toBe(200)
      return { body: { reason } }
    },
    'POST /api/admin/auctions/:auctionId/messages': async () => ({
      params: { auctionId: (await castLot(desk().house.house)).auctionId },
      body: { messageId: randomUUID(), text: 'The next lot is late.' },
    }),
    'POST /api/admin/lots/:lotId/talk/steps': async () => ({
      params: { lotId: (await talking()).lotId },
      body: { kind: 'counter', amount: 500_000 },
    }),
    'POST /api/admin/lots/:lotId/sale-void': async () => {
      const { house, helper } = desk()
      const lot = await talking()
      expect((await houseStep(house, helper, lot, { kind: 'approve', reason })).status).toBe(200)
      return { params: { lotId: lot.lotId }, body: { cause: 'mistake', reason } }
    },
    'PUT /api/admin/settings': async () => {
      const { house } = desk()
      const { token } = await castPerson(house.house.pool, { name: 'Olga', role: 'owner' })
      const { version } = (await house.call('GET', '/api/admin/settings', { token })).body as { version: string }
      return { body: { version, changes: { lateFee: 5100 }, reason } }
    },
  }
}
