import type { FastifyInstance } from 'fastify'
import { listTalks, readMyTalk, readReserve, readTalk, takeHouseStep, takeTalkStep, voidSale } from '#contract/talks.ts'
import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import { notFound } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { actForHouse } from '../house-acts.ts'
import type { Lanes } from '../lane/lanes.ts'
import { databaseNow } from '../reads/store.ts'
import type { BidThrottle } from '../throttle.ts'
import { presentMyTalk, presentTalk, presentTalkRow } from './present.ts'
import { findTalk, reserveOf, runningTalks, stepsOf, talksOver } from './store.ts'
import { takeBidderStep, takeHouseStep as takeForHouse } from './take-step.ts'

const RUNNING_MAX = 1000
const OVER_MAX = 100

/** What follows a close below the reserve, for the high bidder and for the house; and undoing a sale. */
export function talkRoutes(app: FastifyInstance, house: House, lanes: Lanes, throttle: BidThrottle): void {
  const { db, keys } = house

  async function talkFor(lotId: string, mayRead: (leaderId: string | null) => boolean) {
    const [row, steps] = await Promise.all([findTalk(db, lotId), stepsOf(db, lotId)])
    if (row === undefined || !mayRead(row.leader_id)) throw notFound('this talk')
    return { row, steps }
  }

  async function forBidder(accountId: string, lotId: string) {
    const { row, steps } = await talkFor(lotId, (leaderId) => leaderId === accountId)
    return presentMyTalk(row, steps, keys)
  }

  async function forHouse(lotId: string) {
    const { row, steps } = await talkFor(lotId, () => true)
    return presentTalk(row, steps, keys)
  }

  serve(app, readMyTalk, ({ params, person }) => forBidder(person.id, params.lotId))

  serve(app, takeTalkStep, async ({ params, body, person }) => {
    throttle.take(person.id)
    const refusal = await takeBidderStep(house, lanes, person, params.lotId, body)
    return refusal ?? forBidder(person.id, params.lotId)
  })

  serve(app, listTalks, async ({ query }) => {
    const rows = await (query.state === 'over' ? talksOver(db, OVER_MAX) : runningTalks(db, RUNNING_MAX))
    return { items: rows.map((row) => presentTalkRow(row, keys)), serverTime: await databaseNow(db) }
  })

  serve(app, readTalk, ({ params }) => forHouse(params.lotId))

  serve(app, takeHouseStep, async ({ params, body, person }) => {
    const refusal = await takeForHouse(house, lanes, person.id, params.lotId, body)
    return refusal ?? forHouse(params.lotId)
  })

  serve(app, readReserve, ({ params: { lotId }, person }) =>
    db.transaction().execute(async (trx) => {
      const reserve = await reserveOf(trx, lotId)
      if (reserve === undefined) throw notFound('this lot')
      await audit(trx, { actorId: person.id, act: 'view-reserve', subjectKind: 'lot', subjectId: lotId })
      return { reserve }
    }),
  )

  serve(app, voidSale, ({ params, body, person }) => {
    const command = { type: 'void-sale', cause: body.reason, defaulted: body.cause === 'default' } as const
    return actForHouse(house, lanes, person.id, params.lotId, command)
  })
}
