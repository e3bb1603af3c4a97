import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { LiveLot } from '#contract/bidding/bidding.ts'
import type { FeedMessage, LotMessage } from '#contract/bidding/feed.ts'
import { liveParts } from '#contract/seo/first-answers.ts'
import { useFeed } from '#web/platform/feed.ts'
import { failureMessage } from '#web/platform/request.ts'
import {
  type Ask,
  NOT_SENT,
  PROGRESS,
  type Words,
  wordsOfAnswer,
  wordsOfRefusal,
  wordsOfSeenBid,
  wordsOfUnknown,
} from './bid-message.ts'
import { maximumAfter, type Press, pressOf, sendPress } from './press.ts'
import { type Outcome, type Progress, Pursuit } from './pursue-bid.ts'
import { afterAnswer } from '../live-lot.ts'

/** The outcome of the last press. `asOf`: the sequence it holds for; a later standing supersedes it. Null: until the next press. */
type Shown = { words: Words | null; asOf: number | null }
type View = Shown & { sending: boolean; isOpen: boolean; recorded: Ask | null }

export type Bidding = Shown & {
  send: (ask: Ask) => void
  /** Nothing else can be sent meanwhile. */
  sending: boolean
  /** The last press, once its answer says that it was recorded; null until then. */
  recorded: Ask | null
  /** Asks now for the outcome of the last press; null where it is known. */
  askAgain: (() => void) | null
}

/** A press whose outcome is unknown. `heldSequence`: of the standing at the press. `seen`: what the feed has shown of it. */
type Open = {
  press: Press
  heldSequence: number
  pursuit: Pursuit
  isOver: boolean
  progress: Progress
  seen: Shown | null
}

const BEFORE: View = { words: null, asOf: null, sending: false, isOpen: false, recorded: null }

/** Sends bids on one lot and asks for each outcome until it is known. `paddle`: the viewer's, where live parts are not loaded. */
export function useBid(lotId: string, currency: string, paddle?: number): Bidding {
  const client = useQueryClient()
  const open = useRef<Open | null>(null)
  const [view, setView] = useState<View>(BEFORE)
  const held = () => client.getQueryData<LiveLot>(liveParts(lotId))
  useConnectionBack(open)

  useFeed({ lots: [lotId] }, (message) => {
    const mine = open.current
    const own = paddle ?? held()?.you.paddle
    if (mine === null || mine.seen !== null || own === undefined) return
    mine.seen = seenIn(message, lotId, mine, own, currency)
    if (mine.seen === null || !isUnknown(mine.progress)) return
    setView(viewOf(mine))
    mine.pursuit.wake()
  })

  function settle(mine: Open, outcome: Outcome) {
    if (open.current !== mine) return
    mine.isOver = true
    if (outcome.kind !== 'unknown') open.current = null
    setView(viewOfOutcome(mine, outcome, currency))
    if (outcome.kind === 'answered') {
      client.setQueryData<LiveLot>(liveParts(lotId), (lot) =>
        lot === undefined ? lot : afterAnswer(lot, outcome.answer, maximumAfter(mine.press, outcome.answer)),
      )
    }
    // Only a reload has these: the viewer's own maximum after a withdrawal, and the committed money.
    void client.invalidateQueries({ queryKey: liveParts(lotId) })
  }

  function pursue(press: Press, heldSequence: number, mayBeRecorded: boolean) {
    open.current?.pursuit.stop()
    const pursuit = pursuitOf(lotId, press, mayBeRecorded, (progress) => {
      mine.progress = progress
      if (open.current === mine) setView(viewOf(mine))
    })
    const mine: Open = { press, heldSequence, pursuit, isOver: false, progress: 'sending', seen: null }
    open.current = mine
    void pursuit.run().then((outcome) => (outcome === null ? undefined : settle(mine, outcome)))
  }

  function askAgain() {
    const mine = open.current
    if (mine?.isOver === true) pursue(mine.press, mine.heldSequence, true)
    else mine?.pursuit.wake()
  }

  const { isOpen, ...shown } = view
  return {
    ...shown,
    send: (ask) => pursue(pressOf(ask), held()?.standing.sequence ?? 0, false),
    askAgain: isOpen ? askAgain : null,
  }
}

/** Asks again as soon as the connection is back; stops updating after the person leaves the page. */
function useConnectionBack(open: { readonly current: Open | null }): void {
  useEffect(() => {
    const wake = () => open.current?.pursuit.wake()
    const stop = () => open.current?.pursuit.stop()
    window.addEventListener('online', wake)
    return () => {
      window.removeEventListener('online', wake)
      stop()
    }
  }, [open])
}

function pursuitOf(
  lotId: string,
  press: Press,
  mayBeRecorded: boolean,
  onProgress: (progress: Progress) => void,
): Pursuit {
  return new Pursuit({
    attempt: (onlyAsk, signal) => sendPress(lotId, press, onlyAsk, signal),
    now: () => performance.now(),
    random: Math.random,
    isOnline: () => navigator.onLine,
    onProgress,
    mayBeRecorded,
  })
}

/** What a feed message shows of a press; null where it shows nothing of it. */
function seenIn(
  message: FeedMessage,
  lotId: string,
  { press, heldSequence }: Open,
  own: number,
  currency: string,
): Shown | null {
  if (message.type !== 'lot' || message.standing.lotId !== lotId) return null
  if (!showsBid(message, press, heldSequence, own)) return null
  const { leader, price, sequence } = message.standing
  return { words: wordsOfSeenBid(leader === own, price, currency), asOf: sequence }
}

function viewOf({ progress, seen }: Open): View {
  if (progress === 'sending') return { ...BEFORE, sending: true }
  if (!isUnknown(progress)) return { ...BEFORE, words: PROGRESS[progress], sending: true }
  // The feed has shown the bid: only the text of its answer is still requested.
  if (seen !== null) return { ...BEFORE, ...seen }
  return { ...BEFORE, words: PROGRESS.unknown, sending: progress === 'unknown', isOpen: true }
}

function viewOfOutcome({ press, seen }: Open, outcome: Outcome, currency: string): View {
  switch (outcome.kind) {
    case 'answered':
      return {
        ...BEFORE,
        words: wordsOfAnswer(outcome.answer, press, currency),
        asOf: outcome.answer.sequence,
        recorded: press,
      }
    case 'refused':
      return { ...BEFORE, words: wordsOfRefusal(outcome.failure, currency) }
    case 'not-sent':
      return { ...BEFORE, words: NOT_SENT[outcome.why] }
    case 'unknown':
      if (seen !== null) return { ...BEFORE, ...seen }
      return { ...BEFORE, words: wordsOfUnknown(failureMessage(outcome.failure)), isOpen: true }
    default:
      return outcome satisfies never
  }
}

function isUnknown(progress: Progress): progress is 'unknown' | 'long-unknown' {
  return progress === 'unknown' || progress === 'long-unknown'
}

/**
 * Whether a feed message shows that a press was recorded: a public line with the viewer's own paddle and the requested
 * amount, after the sequence held at the press. Changes of a maximum are sealed and never shown.
 */
function showsBid({ lines }: LotMessage, ask: Ask, heldSequence: number, paddle: number): boolean {
  return lines.some((line) => {
    if (line.sequence <= heldSequence || line.paddle !== paddle) return false
    if (ask.kind === 'buy-now') return line.type === 'bought-now'
    if (line.type !== 'bid-placed' || line.kind !== ask.kind) return false
    return ask.kind === 'maximum' || line.amount === ask.amount
  })
}
