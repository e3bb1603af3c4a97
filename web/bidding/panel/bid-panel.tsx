import { t } from '#web/platform/language/text.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Lot } from '#contract/lots/lots.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useAlarmSwitch } from '../alarms/alarms.ts'
import { AutoBid } from '../auto-bid/auto-bid.tsx'
import { BidButtons } from './bid-buttons.tsx'
import { barOf, hadNegotiation, takesBids, takesFirmBids, type Bar } from '../bid/bid-box-state.ts'
import { useSecondPress } from '../bid/bid-confirmation.ts'
import { BidOutcome } from './bid-outcome.tsx'
import { BuyingPowerLine } from '../power/buying-power-meter.tsx'
import { CanIBid, isBarred, isBidder } from '../can-i-bid.tsx'
import { CostLines } from '../costs/cost-lines.tsx'
import { useBuyingPower } from '../power/use-buying-power.ts'
import type { Bidding } from '../bid/use-bid.ts'
import type { LiveView } from '../use-live-lot.ts'
import { WaitingBid } from './waiting-bids.tsx'
import clsx from 'clsx'
import { CheckMark, InfoMark, OvertakenMark } from '#web/ui/marks.tsx'

const LOOKS = {
  good: { ground: 'bg-leading text-on-strong', Mark: CheckMark },
  bad: { ground: 'bg-outbid text-on-strong', Mark: OvertakenMark },
  quiet: { ground: 'bg-fog text-ink', Mark: InfoMark },
}

/**
 * The person's position: icon, text and color. Being outbid is announced assertively, the rest politely. That a lot on which they didn't
 * bid was sold is announced alone: the photo and the price show it.
 */
function PositionBar({ bar }: { bar: Bar }) {
  const { ground, Mark } = LOOKS[bar.tone]
  return (
    <div className={bar.state === 'sold' ? 'sr-only' : clsx('flex items-start gap-3 rounded-sm px-4 py-2', ground)}>
      <Mark className="mt-0.5 size-5 shrink-0" />
      <div className="flex flex-wrap gap-x-2">
        <p className="font-semibold" aria-live={bar.tone === 'bad' ? 'assertive' : 'polite'}>
          {bar.headline}
        </p>
        {bar.advice === '' ? null : <p>{bar.advice}</p>}
      </div>
    </div>
  )
}

const NegotiationPanel = lazy(() => import('../negotiations/negotiation-panel.tsx'))

/** `settlement`: what is left to pay and pick up of a lot that the person won, from a later feature. */
export type BidPanelProps = {
  lot: Lot
  view: LiveView
  bidding: Bidding
  prefill?: number | null
  settlement?: ReactNode
}

/** The bid box: the person's position, the outcome of the last press, and all ways to bid. */
export function BidPanel({ lot, view, bidding, prefill = null, settlement = null }: BidPanelProps) {
  const { live } = view
  const now = useServerNow(live?.standing.closesAt ?? null)
  const standing = live?.standing
  const second = useSecondPress(bidding.send, {
    price: standing?.price ?? null,
    nextBid: standing?.nextBid ?? 0,
    leading: live?.you.position === 'leading',
  })
  if (live === undefined || standing === undefined) return null
  const bar = barOf(live, lot.currency, lot.auctionKind, now)
  const { sending, recorded } = bidding
  const box = { live, currency: lot.currency, sending, second, recorded }
  const firm = takesFirmBids(bar.state, standing, lot.auctionKind, now)
  const preBids = bar.state === 'not-open' && lot.auctionKind === 'live'
  const open = takesBids(bar.state) || preBids
  const { eligibility, position, maximum } = live.you
  const barred = open && eligibility !== null && isBarred(eligibility)
  // A person over their limit can still lower the maximum they lead with.
  const changesMaximum = open && (!barred || (position === 'leading' && maximum !== null))
  return (
    <div id="bid-box" tabIndex={-1} className="flex flex-col gap-3 focus-visible:shadow-none">
      <PositionBar bar={bar} />
      {sending ? (
        <p role="status" className="sr-only">
          {t`Sending your bid`}
        </p>
      ) : null}
      <BidOutcome bidding={bidding} sequence={standing.sequence} said={bar.headline} />
      {barred ? <CanIBid eligibility={eligibility} currency={lot.currency} /> : null}
      {firm && !barred ? <BidButtons {...box} prefill={prefill} /> : null}
      {changesMaximum ? <AutoBid {...box} /> : null}
      {open && eligibility !== null && isBidder(eligibility) ? <PowerLine lot={lot} /> : null}
      {bar.state === 'not-open' && standing.opensAt !== null ? (
        <p>{t`Opens ${formatInstant(standing.opensAt)}.`}</p>
      ) : null}
      {bar.state === 'not-open' && lot.auctionKind === 'timed' ? <WaitingBid lotId={lot.id} /> : null}
      {bar.state === 'sold-to-you' && standing.price !== null ? (
        <>
          {settlement}
          <CostLines lotId={lot.id} hammer={standing.price} currency={lot.currency} isWon />
        </>
      ) : null}
      {hadNegotiation(live) ? (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <NegotiationPanel lotId={lot.id} sequence={standing.sequence} />
        </Suspense>
      ) : null}
      {takesBids(bar.state) ? <AlarmSwitch /> : null}
    </div>
  )
}

function PowerLine({ lot }: { lot: Lot }) {
  const power = useBuyingPower()
  return power === undefined ? null : <BuyingPowerLine power={power} lot={lot} />
}

/** One switch for all sounds of bidding. */
export function AlarmSwitch({ label = t`Outbid and last-minute alerts` }: { label?: string }) {
  const [on, set] = useAlarmSwitch()
  return (
    <div className="border-t border-line pt-2 text-sm">
      <Switch label={label} checked={on} onChange={(event) => set(event.target.checked)} />
    </div>
  )
}
