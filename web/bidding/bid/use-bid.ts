import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { bidIdOf } from '#contract/bid-id.ts'
import type { BidAnswer, changeMaximum, LiveLot, placeBid } from '#contract/bidding.ts'
import { liveParts } from '#contract/first-answers.ts'
import { call, RequestError, route } from '#web/platform/request.ts'
import { type Ask, isOpenOutcome, type Words, wordsOfAnswer, wordsOfCode } from './bid-message.ts'
import { afterAnswer } from '../live-lot.ts'

const BIDS = route<typeof placeBid>('POST', '/api/lots/:lotId/bids')
const MAXIMUM = route<typeof changeMaximum>('PUT', '/api/lots/:lotId/maximum')

/** A press of the button: the id is made once and stays the same however often the bid is sent. */
export type Press = Ask & { bidId: string }
type Outcome = { answer: BidAnswer } | { refused: RequestError }

const ASK_AGAIN_AFTER_MS = 2000
/** After so many rounds the bidder is asked whether to go on. */
const ROUNDS_MAX = 5

export type Bidding = {
  send: (ask: Ask) => void
  sending: boolean
  /** What came of the last press; null before the first. */
  words: Words | null
  /** The sequence the words hold for: a later standing overtakes them. Null: they hold until the next press. */
  asOf: number | null
  /** Asks for the outcome of the last press once more, with its id; null where the outcome is known. */
  askAgain: (() => void) | null
}

/** Sends bids on one lot. A refusal by the rules is an answer; only what stays open is sent again, always with the same id. */
export function useBid(lotId: string, currency: string): Bidding {
  const client = useQueryClient()
  const [words, setWords] = useState<Words | null>(null)
  const [asOf, setAsOf] = useState<number | null>(null)
  const [open, setOpen] = useState<Press | null>(null)
  const rounds = useRef(0)

  const { mutate, isPending } = useMutation({
    mutationFn: (press: Press) => sendPress(lotId, press),
    onSuccess: (outcome, press) => {
      setOpen(null)
      if ('refused' in outcome) {
        setAsOf(null)
        setWords(wordsOfFailure(outcome.refused, currency))
        void client.invalidateQueries({ queryKey: liveParts(lotId) })
        return
      }
      setAsOf(outcome.answer.sequence)
      setWords(wordsOfAnswer(outcome.answer, press, currency))
      client.setQueryData<LiveLot>(liveParts(lotId), (held) =>
        held === undefined ? held : afterAnswer(held, outcome.answer, maximumAfter(press, outcome.answer)),
      )
      // What only a reading tells: one's own maximum after a withdrawal, and the committed money.
      void client.invalidateQueries({ queryKey: liveParts(lotId) })
    },
    onError: (failure, press) => {
      setAsOf(null)
      setWords(wordsOfFailure(failure, currency))
      setOpen(failure instanceof RequestError && isOpenOutcome(failure.code) ? press : null)
    },
  })

  useEffect(() => {
    if (open === null || isPending || rounds.current >= ROUNDS_MAX) return
    const timer = setTimeout(() => {
      rounds.current += 1
      mutate(open)
    }, ASK_AGAIN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [open, isPending, mutate])

  function send(ask: Ask) {
    rounds.current = 0
    setWords(null)
    setOpen(null)
    mutate({ ...ask, bidId: bidIdOf(Date.now(), crypto.randomUUID()) })
  }

  function askAgain() {
    rounds.current = 0
    if (open !== null) mutate(open)
  }

  return { send, sending: isPending, words, asOf, askAgain: open === null || isPending ? null : askAgain }
}

async function sendPress(lotId: string, press: Press): Promise<Outcome> {
  try {
    return { answer: await callFor(lotId, press) }
  } catch (failure) {
    if (failure instanceof RequestError && failure.status === 409) return { refused: failure }
    throw failure
  }
}

function callFor(lotId: string, { bidId, kind, amount }: Press): Promise<BidAnswer> {
  const params = { lotId }
  if (kind === 'lower' || kind === 'withdraw') return call(MAXIMUM, { params, body: { bidId, amount } })
  return call(BIDS, { params, body: amount === null ? { bidId, kind } : { bidId, kind, amount } })
}

/** One's own maximum as far as the answer tells it; undefined leaves what is held. */
function maximumAfter({ kind, amount }: Press, answer: BidAnswer): number | null | undefined {
  if (kind === 'lower' || kind === 'withdraw') return amount ?? undefined
  if (kind === 'maximum') return answer.leading ? amount : null
  return undefined
}

/** Words for a refusal or a failure; what is no matter of bidding keeps the house's own sentence. */
function wordsOfFailure(failure: Error, currency: string): Words {
  const code = failure instanceof RequestError ? failure.code : ''
  const details = failure instanceof RequestError ? failure.details : {}
  return (
    wordsOfCode(code, details, currency) ?? {
      tone: 'bad',
      headline: 'The bid was not taken',
      advice: failure.message,
    }
  )
}
