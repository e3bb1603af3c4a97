import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { BidAnswer } from '#contract/bidding/bidding.ts'
import { castLot } from '#test/inventory.ts'
import type { Seen } from '#test/invariants.ts'
import type { Fault } from './fault.ts'
import { withServer } from './server-at.ts'
import type { Stage } from './stage.ts'
import { requestText, Wire } from './wire.ts'

const SEEDS = 8
const BIDS = 1000
const WIRES = 1000
const AROUND_MS = 50
/** Time from creating a lot to its close, in ms: enough for everyone to connect. */
const LEAD_MS = 2500

type Due = { at: number; seen: Seen; request: string }

/** All bids of a close: their instants are random, and their amounts rise with them, except for some that are too late or too low. */
function drawBids(stage: Stage, lotId: string, closesAt: number): Due[] {
  const { crowd } = stage.template
  const instants = Array.from({ length: BIDS }, () => closesAt + (2 * stage.draw() - 1) * AROUND_MS)
  return instants
    .toSorted((a, b) => a - b)
    .map((at, place) => {
      const who = crowd[Math.floor(stage.draw() * crowd.length)]!
      const amount = Math.max(1, place + 1 - (stage.draw() < 0.1 ? 20 : 0))
      const kind = stage.draw() < 0.1 ? 'maximum' : 'firm'
      const seen: Seen = { bidId: randomUUID(), lotId, bidderId: who.id, kind, amount, acknowledged: null }
      const body = { bidId: seen.bidId, kind, amount }
      return { at, seen, request: requestText('POST', `/api/lots/${lotId}/bids`, who.token, body) }
    })
}

async function sendAll(
  stage: Stage,
  wires: Wire[],
  bids: Due[],
  closesAt: number,
): Promise<{ late: number; last: number }> {
  let late = 0
  let last = 0
  const sendShare = async (wire: Wire, share: Due[]) => {
    for (const { at, seen, request } of share) {
      const early = at - Date.now()
      if (early > 1) await wait(early)
      const { status, body } = await wire.ask(request, 10_000)
      if (status !== 200 && status !== 409) stage.must(false, `a bid near the close was answered ${status} ${body}`)
      seen.acknowledged = status === 200
      const answer = JSON.parse(body) as Partial<BidAnswer> & { code?: string }
      if (answer.code === 'lot-closed') late += 1
      if (status === 200) last = Math.max(last, answer.at ?? 0)
      stage.must(status !== 200 || (answer.at ?? 0) < closesAt, 'a bid was acknowledged at or after the close')
    }
  }
  await Promise.all(
    wires.map((wire, place) =>
      sendShare(
        wire,
        bids.filter((_, each) => each % wires.length === place),
      ),
    ),
  )
  return { late, last }
}

const closeRace: Fault = {
  name: 'close-race',
  title: '1,000 bids within ±50 ms of the close, many seeds',
  async run(stage) {
    const wires = Array.from({ length: WIRES }, (_, each) => new Wire(stage.servers[each % 2]!.port))
    let taken = 0
    let tooLate = 0
    for (let seed = 0; seed < SEEDS; seed += 1) {
      // Half without any extension, half with a hard end: the last bids decide, and the close is at the announced time.
      const plain = { bidUnit: 1, openingBid: 1, increments: [[0, 1]] as [number, number][] }
      const { lotId, terms } = await withServer(stage, async (app) => {
        const hardEndAt = seed % 2 === 0 ? null : Date.now() + LEAD_MS
        const closing = { closesInMs: LEAD_MS, extensionWindowMs: 0, extensionMs: 0 }
        return castLot(app, { ...plain, ...closing, hardEndAt })
      })
      stage.extraLots.push(lotId)
      const closesAt = terms.scheduledCloseAt!
      const bids = drawBids(stage, lotId, closesAt)
      for (const { seen } of bids) stage.bidders.know(seen)
      const { late } = await sendAll(stage, wires, bids, closesAt)
      tooLate += late
      taken += bids.filter(({ seen }) => seen.acknowledged === true).length
      const isClosed = async () => {
        const [row] = await stage.database.query<{ status: string }>('select status from standing where lot_id = $1', [
          lotId,
        ])
        return row?.status === 'sold'
      }
      await stage.until('the lot is sold', isClosed, 5000)
    }
    for (const wire of wires) wire.cut()
    stage.must(taken > 0 && tooLate > 0, `${taken} bids in time and ${tooLate} too late: the race did not happen`)
    stage.notes.push(`${SEEDS} closes: ${taken} bids taken, ${tooLate} refused as too late`)
  },
}

export const CLOSING_FAULTS: Fault[] = [closeRace]
