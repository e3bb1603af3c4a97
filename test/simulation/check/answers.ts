import { isDeepStrictEqual } from 'node:util'
import { lineOf, sealedLineOf } from '#server/bidding/ledger-line.ts'
import { isFinal, type Answer } from '../actors/answer.ts'
import type { Sent } from '../actors/bidder.ts'
import type { Row } from '../database/model.ts'
import type { Story } from '../story.ts'
import { worldTime } from './ledger.ts'
import type { StoryRunner } from './story-runner.ts'

/** Invariants 1, 5, 9 and 11, from the answers the clients received. */
export function checkAnswers(story: Story, runners: Map<string, StoryRunner>, faults: string[]): void {
  const rows = new Map<string, { row: Row; committedAt: number }[]>()
  for (const commit of story.database.model.commits) {
    for (const row of [...(commit.rows.get('ledger') ?? []), ...(commit.rows.get('sealed_ledger') ?? [])]) {
      const bidId = row.bid_id as string | null
      if (bidId === null) continue
      const known = rows.get(bidId) ?? []
      rows.set(bidId, [...known, { row, committedAt: commit.at }])
    }
  }
  for (const [bidId, made] of rows) if (made.length > 1) faults.push(`bid ${bidId} had ${made.length} effects`)
  for (const sent of story.sent) checkOne(sent, rows.get(sent.bidId) ?? [], story, runners, faults)
  checkPatience(story, faults)
}

function checkOne(
  sent: Sent,
  effects: { row: Row; committedAt: number }[],
  story: Story,
  runners: Map<string, StoryRunner>,
  faults: string[],
): void {
  const name = `bid ${sent.bidId.slice(24)} of paddle ${sent.paddle}`
  const final = sent.answers.filter(({ answer }) => isFinal(answer))
  const [first] = final
  if (first === undefined) {
    if (story.isSettled) faults.push(`${name} was never answered`)
    return
  }
  for (const { answer } of final)
    if (!isDeepStrictEqual(answer, first.answer) && !isReuse(story, sent))
      faults.push(`${name} got two answers: ${both(first.answer, answer)}`)
  const made = effects.find(({ row }) => row.lot_id === sent.lotId)
  for (const { lastReceivedAt, answer } of final) {
    if (answer.status !== 200 || !('bidId' in answer.body)) continue
    if (made === undefined) faults.push(`${name} was acknowledged and is lost`)
    else if (worldTime(made.committedAt) > lastReceivedAt) faults.push(`${name} was acknowledged before its commit`)
    else checkAcknowledged(name, sent, answer.body, made.row, runners, faults)
  }
  if (first.answer.status === 409 && made !== undefined && !isReuse(story, sent))
    faults.push(`${name} was refused and is in the ledger`)
  checkWho(name, sent, story, first.answer, faults)
  checkRefusal(name, sent, first.answer, runners.get(sent.lotId)!, faults)
}

function checkAcknowledged(
  name: string,
  sent: Sent,
  body: Extract<Answer, { status: 200 }>['body'],
  row: Row,
  runners: Map<string, StoryRunner>,
  faults: string[],
): void {
  const text = String(row.text)
  const line = row.number === undefined ? lineOf(text) : { ...sealedLineOf(text), kind: undefined, amount: undefined }
  if (row.bidder_id !== sent.bidderId || (line.kind === 'firm' && line.amount !== sent.amount))
    faults.push(`${name} is recorded for another, or otherwise`)
  if ('after' in line && line.after !== body.sequence) faults.push(`${name} was sealed and moved the sequence`)
  const shown = runners.get(sent.lotId)!.shown[body.sequence]
  if (shown === undefined || shown.price !== body.price || shown.closesAt !== body.closesAt || line.at !== body.at)
    faults.push(`${name} was sent a standing that never existed`)
  else if (body.leading !== (shown.leader === sent.paddle)) faults.push(`${name} was sent the wrong leader`)
}

/** Only verified, active accounts bid; any other account is refused with the reason. */
function checkWho(name: string, sent: Sent, { plan }: Story, { status, body }: Answer, faults: string[]): void {
  const bidder = plan.bidders.find(({ id }) => id === sent.bidderId)!
  const lot = plan.lots.find(({ id }) => id === sent.lotId)!
  const mayBid = bidder.standing === 'complete' && lot.sellerId !== bidder.id
  if (!mayBid && status === 200) faults.push(`${name} was taken from somebody who may not bid`)
  if (mayBid && 'code' in body && body.code === 'not-eligible') faults.push(`${name} was turned away without a reason`)
}

/** A refusal must have been true at some moment of the lot. */
function checkRefusal(name: string, sent: Sent, { status, body }: Answer, runner: StoryRunner, faults: string[]): void {
  if (status !== 409 || !('code' in body)) return
  const { code, details } = body
  if (code === 'below-next-bid' && !(sent.amount !== null && sent.amount < Number(details?.nextBid)))
    faults.push(`${name} was refused as below ${String(details?.nextBid)}`)
  if (code === 'not-a-bid-unit' && sent.amount !== null && sent.amount % runner.lot.terms.bidUnit === 0)
    faults.push(`${name} was refused for its unit`)
  if (!KNOWN_CODES.has(code)) faults.push(`${name} was refused with ${code}`)
}

const KNOWN_CODES = new Set([
  'not-eligible',
  'lot-not-open',
  'lot-closed',
  'bid-id-reused',
  'not-a-bid-unit',
  'below-next-bid',
  'maximum-not-raised',
  'over-bidding-limit',
  'buy-now-gone',
  'no-live-maximum',
  'maximum-committed',
])

/** The same id was also sent with other content; the client can't know which came first. */
function isReuse({ sent }: Story, one: Sent): boolean {
  return sent.some((other) => other !== one && other.bidId === one.bidId)
}

/** Invariant 11: no request goes unanswered for 10 s while its process runs. */
function checkPatience({ fleet, world }: Story, faults: string[]): void {
  for (const { actor, arrivedAt, answeredAt } of fleet.requests) {
    const until = answeredAt ?? (actor.isAlive ? world.now : arrivedAt)
    const stoodStill = fleet.pauses
      .filter((pause) => pause.actor === actor)
      .reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, until) - Math.max(from, arrivedAt)), 0)
    if (until - arrivedAt - stoodStill > 10_000)
      faults.push(
        `a request to ${actor.name} at ${(arrivedAt / 1000).toFixed(3)} s had no answer for ${Math.round(until - arrivedAt)} ms`,
      )
  }
}

function both(one: Answer, other: Answer): string {
  return `${JSON.stringify(one)} and ${JSON.stringify(other)}`
}
