import { plural, t } from '#web/platform/language/text.ts'
import { useRef } from 'react'
import clsx from 'clsx'
import type { Standing } from '#contract/bidding/bidding.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { CheckMark } from '#web/ui/marks.tsx'
import { Odometer } from '#web/ui/odometer.tsx'
import { isPaused } from '../bid/bid-box-state.ts'
import { TENTHS_BELOW_MS, timeLeft } from '../bid/closes-in.tsx'
import { resultWords } from '../standing-words.ts'

/** From here on, in ms, the seconds are red. */
const LAST_SECONDS_MS = 5000

/** The price, who leads, and the seconds left. Every part keeps its place and its height, whatever happens to the lot. */
export function BlockStanding({
  standing,
  paddle,
  currency,
}: {
  standing: Standing
  /** The viewer's own. */
  paddle: number
  currency: string
}) {
  const { price, nextBid, bidCount } = standing
  return (
    <div>
      <div className="flex items-end justify-between gap-4">
        <div className="min-w-0">
          <p className="text-xs text-slate">{price === null ? t`Opening bid` : t`Current bid`}</p>
          <p aria-live="polite" className="wide text-2xl leading-none font-bold">
            <Odometer amount={price ?? nextBid} currency={currency} />
          </p>
        </div>
        <Seconds standing={standing} />
      </div>
      <p className="tabular mt-2 flex flex-wrap items-center justify-between gap-x-4 text-sm">
        <Leader standing={standing} paddle={paddle} />
        <span className="text-slate">
          {plural(bidCount, { one: '# bid', other: '# bids' })}
          {standing.reserve === 'none' ? '' : standing.reserve === 'met' ? t`, reserve met` : t`, reserve not met`}
        </span>
      </p>
      <SecondsBar standing={standing} />
    </div>
  )
}

function Leader({ standing: { leader, status }, paddle }: { standing: Standing; paddle: number }) {
  if (leader === null) return <span>{t`No bids yet`}</span>
  const isSold = status === 'sold'
  if (leader !== paddle) return <strong>{isSold ? t`Sold to paddle ${leader}` : t`Paddle ${leader} leads`}</strong>
  return (
    <strong className="inline-flex items-center gap-1 text-leading">
      <CheckMark className="size-4" />
      {isSold ? t`Sold to you` : t`You lead`}
    </strong>
  )
}

/** The seconds left, or why none run. */
export function Seconds({ standing, isLarge = false }: { standing: Standing; isLarge?: boolean }) {
  const { closesAt } = standing
  const now = useServerNow(closesAt)
  const left = closesAt === null ? 0 : closesAt - now
  if (standing.status !== 'open' || left <= 0) {
    const words = isPaused(standing) ? t`Paused` : (resultWords(standing) ?? t`Closing`)
    return <p className="flex h-[2.625rem] min-w-[5ch] items-end justify-end text-lg font-semibold">{words}</p>
  }
  return (
    <p
      role="timer"
      aria-label={t`Time left`}
      className={clsx(
        'tabular flex min-w-[5ch] items-end justify-end leading-none font-bold',
        isLarge ? 'text-[clamp(3.375rem,6vw,8rem)]' : 'h-[2.625rem] text-2xl',
        left <= LAST_SECONDS_MS && 'text-outbid',
      )}
    >
      {secondsWords(left)}
    </p>
  )
}

/** `12`, and below ten seconds with tenths: `9.4`. Only a lot that the auctioneer extended shows minutes. */
function secondsWords(leftMs: number): string {
  return leftMs >= TENTHS_BELOW_MS && leftMs < 60_000 ? String(Math.floor(leftMs / 1000)) : timeLeft(leftMs)
}

/** Runs on the lot's own clock: full is the time the lot has when its end is set, so it refills at each late bid. */
export function SecondsBar({ standing: { status, closesAt } }: { standing: Standing }) {
  const now = useServerNow(closesAt)
  const left = status === 'open' && closesAt !== null ? Math.max(closesAt - now, 0) : 0
  const full = useRef({ closesAt: -1, ms: 1 })
  if (closesAt !== null && full.current.closesAt !== closesAt) full.current = { closesAt, ms: Math.max(left, 1) }
  const share = Math.min(left / full.current.ms, 1)
  const isLast = left <= LAST_SECONDS_MS
  return (
    <div aria-hidden="true" className="mt-3 h-3 overflow-hidden rounded-full bg-line">
      <div
        key={closesAt}
        className={clsx(
          'h-full origin-left transition-transform ease-linear motion-reduce:transition-none',
          isLast ? 'bg-outbid duration-100' : 'bg-ink duration-1000',
        )}
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  )
}
