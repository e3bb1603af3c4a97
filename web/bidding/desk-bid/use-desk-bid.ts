import { useEffect, useRef, useState } from 'react'
import type { BidAnswer, BidMark } from '#contract/bidding/bidding.ts'
import { enterBid } from '#contract/bidding/desk-bids.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { LONG_AGO, pressOf } from '../bid/press.ts'
import { type Outcome, type Progress, Pursuit } from '../bid/pursue-bid.ts'
import { t } from '#web/platform/language/text.ts'

/** A client's bid as it was confirmed. `seen`: the sequence on the screen. */
type DeskBid = { paddle: number; mark: BidMark; amount: number; seen: number }

export type DeskBidding = {
  sending: boolean
  /** What came of the last bid. */
  said: string
  /** True once the bid is in the ledger. */
  send(bid: DeskBid): Promise<boolean>
}

/** Sends a client's bid and asks for its outcome until it is known, like a bidder's own page. */
export function useDeskBid(lotId: string, currency: string): DeskBidding {
  const [sending, setSending] = useState(false)
  const [said, setSaid] = useState('')
  const running = useRef<Pursuit | null>(null)
  useEffect(() => () => running.current?.stop(), [])

  async function send({ paddle, mark, amount, seen }: DeskBid): Promise<boolean> {
    const press = pressOf({ kind: mark === 'absentee' ? 'maximum' : 'firm', amount })
    const body = { bidId: press.bidId, paddle, mark, amount, seen }
    const pursuit = new Pursuit({
      attempt(onlyAsk, signal) {
        const notAfter = onlyAsk ? LONG_AGO : press.notAfter
        const until = notAfter === null ? {} : { notAfter }
        return call(enterBid, { params: { lotId }, body: { ...body, ...until } }, signal)
      },
      now: () => performance.now(),
      random: Math.random,
      isOnline: () => navigator.onLine,
      onProgress: (progress) => setSaid(PROGRESS[progress]),
      mayBeRecorded: false,
    })
    running.current = pursuit
    setSending(true)
    const outcome = await pursuit.run()
    if (outcome === null) return false
    setSending(false)
    setSaid(outcomeWords(outcome, paddle, currency))
    return outcome.kind === 'answered'
  }

  return { sending, said, send }
}

const PROGRESS: Record<Progress, string> = {
  sending: t`Sending…`,
  offline: t`You’re offline. Sending as soon as you’re back.`,
  busy: t`Busy. Sending again…`,
  unknown: t`Waiting for the answer. Don’t enter the bid again yet.`,
  'long-unknown': t`Still waiting for the answer. The bids show whether it was taken.`,
}

function outcomeWords(outcome: Outcome, paddle: number, currency: string): string {
  switch (outcome.kind) {
    case 'answered':
      return answerWords(outcome.answer, paddle, currency)
    case 'refused':
      return failureMessage(outcome.failure)
    case 'not-sent':
      return t`Nothing was sent: the connection was away too long. Check the price and enter the bid again.`
    case 'unknown':
      return t`We don’t know whether the bid was taken. The bids show it.`
    default:
      return outcome satisfies never
  }
}

function answerWords({ leading, price }: BidAnswer, paddle: number, currency: string): string {
  const shown = formatMoney(price ?? 0, currency)
  return leading
    ? t`Paddle ${paddle} leads at ${shown}.`
    : t`Paddle ${paddle} was outbid at once. The price is ${shown}.`
}
