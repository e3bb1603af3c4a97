import type { BodyOf } from '#contract/platform/endpoint.ts'
import type {
  decideReserveRequest as decideEndpoint,
  requestReserve as requestEndpoint,
} from '#contract/selling/selling.ts'
import { changeReserve, judgeReserve } from '#server/bidding/change-reserve.ts'
import { auctioneersOf } from '#server/bidding/negotiations/notify-parties.ts'
import { alreadySaved, audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { enterOnce } from '#server/platform/database/enter-once.ts'
import { notify } from '#server/platform/notice.ts'
import { forbidden, invalidInput, notFound, refuse, Refusal } from '#server/platform/problem.ts'
import type { SellerFacts } from '#server/sellers/find-sellers.ts'
import { decideRequest, insertRequest, lockRequest, requestRow, requestsOfLot } from './request-store.ts'
import { requireOwnLot } from './read-lot.ts'
import { sellerAccountOfLot } from './store.ts'

/** Asks for another reserve, under an id created by the client: sent again, it is the same request. */
export function requestReserve(
  app: App,
  seller: SellerFacts,
  lotId: string,
  { id, reserve, note }: BodyOf<typeof requestEndpoint>,
): Promise<Refusal | null> {
  return enterOnce(async () => {
    const lot = await requireOwnLot(app, seller.id, lotId)
    return app.db.transaction().execute(async (trx) => {
      const judged = await judgeReserve(trx, lotId, reserve)
      if (judged === undefined) throw notFound('this lot')
      const before = await requestRow(trx, id)
      if (before !== undefined) {
        const isSame = before.lotId === lotId && before.reserve === reserve && before.note === note
        return isSame ? null : alreadySaved('page')
      }
      if (judged instanceof Refusal) return judged
      if (judged.faults.length > 0) throw invalidInput(judged.faults.map((fault) => ({ ...fault, field: 'reserve' })))
      if (lot.reserve === reserve) throw invalidInput([{ field: 'reserve', message: 'This is already the reserve.' }])
      if ((await requestsOfLot(trx, lotId)).some(({ state }) => state === 'open')) {
        return refuse('request-open', 'Your last request isn’t decided yet. Withdraw it first.')
      }
      await insertRequest(trx, { id, lotId, sellerId: seller.id, reserve, note })
      const { lotNumber, title, currency } = lot
      const facts = { lotId, lotNumber, title, currency, seller: seller.name, reserve, note }
      for (const accountId of await auctioneersOf(trx)) {
        await notify(app, trx, {
          kind: 'reserve-requested',
          accountId,
          key: `reserve-requested:${id}:${accountId}`,
          facts,
        })
      }
      return null
    })
  })
}

/** Withdraws the seller's own request. */
export function withdrawRequest(
  app: App,
  seller: SellerFacts,
  lotId: string,
  requestId: string,
): Promise<Refusal | null> {
  return app.db.transaction().execute(async (trx) => {
    const request = await lockRequest(trx, requestId)
    if (request === undefined || request.sellerId !== seller.id || request.lotId !== lotId) {
      throw notFound('this request')
    }
    if (request.state !== 'open') return decided()
    await decideRequest(trx, requestId, { state: 'withdrawn', decidedBy: null, reason: null })
    return null
  })
}

/** Accepts a request, which changes the reserve, or refuses it; the seller is notified either way. */
export function decideReserve(
  app: App,
  actorId: string,
  requestId: string,
  { decision, reason }: BodyOf<typeof decideEndpoint>,
): Promise<Refusal | null> {
  return app.db.transaction().execute(async (trx) => {
    const request = await lockRequest(trx, requestId)
    if (request === undefined) throw notFound('this request')
    const accountId = await sellerAccountOfLot(trx, request.lotId)
    if (accountId === actorId) throw forbidden('You can’t decide about your own request. Ask a colleague.')
    if (request.state !== 'open') return decided()
    const { lotId, reserve, lotNumber, title, currency } = request
    const isAccepted = decision === 'accept'
    if (isAccepted) {
      const judged = await judgeReserve(trx, lotId, reserve)
      if (judged === undefined) throw notFound('this lot')
      if (judged instanceof Refusal) return judged
      if (judged.faults.length > 0) throw invalidInput(judged.faults)
    }
    // Read with the lot locked: it may have been changed since the request was.
    const { current } = (await requestRow(trx, requestId))!
    if (isAccepted) await changeReserve(trx, lotId, reserve)
    await decideRequest(trx, requestId, { state: isAccepted ? 'accepted' : 'refused', decidedBy: actorId, reason })
    await audit(trx, {
      actorId,
      action: isAccepted ? 'accept-reserve-request' : 'refuse-reserve-request',
      subjectKind: 'reserve-request',
      subjectId: requestId,
      before: { lotId, lotNumber, reserve: current },
      after: { reserve: isAccepted ? reserve : current },
      reason,
    })
    if (accountId !== null) {
      const facts = { lotId, lotNumber, title, currency, reserve, accepted: isAccepted, reason }
      await notify(app, trx, { kind: 'reserve-decided', accountId, key: `reserve-decided:${requestId}`, facts })
    }
    return null
  })
}

function decided(): Refusal {
  return refuse('request-decided', 'This request is already decided. Reload the page.')
}
