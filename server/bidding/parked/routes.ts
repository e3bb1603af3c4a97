import type { FastifyInstance } from 'fastify'
import * as parked from '#contract/parked.ts'
import { personalData } from '#server/accounts/profile/personal-data.ts'
import { chore } from '#server/platform/chore.ts'
import type { House } from '#server/platform/house.ts'
import type { RoomHandle } from '#server/platform/room.ts'
import { serve } from '#server/platform/http/serve.ts'
import { DOCUMENT_DECIDED, type DocumentDecided } from '#server/verification/decide-case.ts'
import type { Lanes } from '../lane/lanes.ts'
import { dropOfRejected, dropOnEnded, joinIn, joinOpened, letJoin, PARKED_BID_JOINS } from './join-in.ts'
import { exportParked, listParkedBids, parkBid, takeParkedBidBack } from './park-bid.ts'
import { dropParked } from './store.ts'

/** A bid that was parked while its lot ended is found by this; all others hear of the end at once. */
const SWEEP_MS = 60_000

/** How long after its lot has opened a bid that waits for that joins in, at most and but for a commit. */
const OPENED_MS = 250

const ENDS = ['lot-sold', 'lot-reserve-not-met', 'lot-passed', 'lot-withdrawn']

export function parkedBids(app: FastifyInstance, house: House, lanes: Lanes): RoomHandle {
  serve(app, parked.listParkedBids, ({ person }) => listParkedBids(house, person))
  serve(app, parked.parkBid, ({ params, body, person }) => parkBid(house, person, params.lotId, body.maximum))
  serve(app, parked.takeParkedBidBack, ({ params, person }) => takeParkedBidBack(house, person, params.lotId))

  personalData(house, {
    name: 'parkedBids',
    read: (db, accountId) => exportParked(house, db, accountId),
    forget: async (trx, accountId) => void (await dropParked(trx, { over: false, accountId })),
  })

  house.outbox.on(DOCUMENT_DECIDED, async (payload, trx) => {
    const { accountId, state } = payload as DocumentDecided
    if (state === 'approved') await letJoin(house, trx, accountId)
    if (state === 'rejected-finally') await dropOfRejected(house, trx, accountId)
  })
  house.outbox.on(PARKED_BID_JOINS, (payload, trx) =>
    joinIn(house, lanes, trx, (payload as { parkedId: string }).parkedId),
  )
  for (const topic of ENDS)
    house.outbox.on(topic, (payload, trx) => dropOnEnded(house, trx, (payload as { lotId: string }).lotId))
  const sweep = chore(house, 'drop bids that are parked on lots that are over', SWEEP_MS, () =>
    house.db.transaction().execute((trx) => dropOnEnded(house, trx, null)),
  )
  const opened = chore(house, 'let parked bids join in whose lot has opened', OPENED_MS, () => joinOpened(house, lanes))
  return {
    async beforeListen() {
      await sweep.beforeListen?.()
      await opened.beforeListen?.()
    },
    async stop() {
      await opened.stop?.()
      await sweep.stop?.()
    },
  }
}
