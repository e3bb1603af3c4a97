import { t } from '#web/platform/language/text.ts'
import { Suspense, useEffect, useState } from 'react'
import type { Lot } from '#contract/lots/lots.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { afterLoad } from '#web/platform/after-load.ts'
import { lazyPart } from '#web/platform/lazy-part.tsx'
import { formatMoney } from '#web/platform/money.ts'
import { measureBottomBar } from '#web/ui/bottom-bar.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckMark, InfoMark, OvertakenMark } from '#web/ui/marks.tsx'
import { type Bar, barOf, takesBids, takesFirmBids } from '../bid/bid-box-state.ts'
import type { Words } from '../bid/bid-message.ts'
import { currentWords } from './bid-outcome.tsx'
import { isBarred, wordsOfEligibility } from '../can-i-bid.tsx'
import { useTotal } from '../costs/cost-lines.tsx'
import type { BidPanelProps } from './bid-panel.tsx'

const sheet = lazyPart(() => import('./bid-sheet.tsx'))

/** On a phone: the person's position and the next bid, within thumb reach; the sheet with everything else opens over it. */
export function BidBar(box: BidPanelProps) {
  const { lot, view, bidding } = box
  const [opened, setOpened] = useState(false)
  const { live } = view
  // Fetched while the page is idle: loading at the first touch would block the finger, and later would delay a last-second bid.
  useEffect(() => afterLoad(sheet.prepare), [])
  const now = useServerNow(live?.standing.closesAt ?? null)
  const total = useTotal(lot.id, lot.currency)
  if (live === undefined) return null
  const bar = barOf(live, lot.currency, lot.auctionKind, now)
  // The photo and the price say that it was sold, and there is nothing to do.
  if (bar.state === 'sold') return null
  if (bar.state === 'sold-to-another') return <Lost bar={bar} />
  const {
    standing,
    you: { eligibility },
  } = live
  const words = currentWords(bidding, standing.sequence)
  const barred = eligibility !== null && isBarred(eligibility)
  const firm = takesFirmBids(bar.state, standing, lot.auctionKind, now)
  const direct = firm && bar.state !== 'leading' && !barred
  // On the block the bid button stays in its place, also while it can't be pressed.
  const steady = lot.auctionKind === 'live' && standing.status === 'open' && !barred
  return (
    <div
      ref={measureBottomBar}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      {words === null || opened ? null : <LastPress words={words} bar={bar} />}
      {bar.tone === 'quiet' && lot.auctionKind === 'timed' ? null : <Position bar={bar} />}
      <div className="flex gap-2 px-3 py-2">
        {direct || steady ? (
          <Button
            size="lg"
            variant={direct ? 'default' : 'outline'}
            className="h-14 min-w-0 flex-1 flex-col !gap-0 px-2 leading-tight whitespace-normal"
            disabled={bidding.sending || !direct}
            onClick={() => bidding.send({ kind: 'firm', amount: standing.nextBid })}
          >
            {bidding.sending ? t`Sending…` : t`Place bid of ${formatMoney(standing.nextBid, lot.currency)}`}
            <span className="tabular text-xs font-normal">{total(standing.nextBid)}</span>
          </Button>
        ) : null}
        <Button
          variant="outline"
          size="lg"
          className={direct || steady ? 'px-4' : 'flex-1'}
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
        >
          {direct || steady
            ? t`More`
            : barred && takesBids(bar.state)
              ? wordsOfEligibility(eligibility, lot.currency).label
              : sheetLabel(bar.state, bar.headline, lot.auctionKind, firm)}
        </Button>
      </div>
      {opened ? (
        <Suspense fallback={null}>
          <sheet.Part {...box} onClose={() => setOpened(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

const GROUNDS = { good: 'bg-leading text-on-strong', bad: 'bg-outbid text-on-strong', quiet: 'bg-fog text-ink' }
const MARKS = { good: CheckMark, bad: OvertakenMark, quiet: InfoMark }

/** Over the page and not in the bar, so that the button stays where the finger is. */
function LastPress({ words, bar }: { words: Words; bar: Bar }) {
  return (
    <p role="status" className="absolute inset-x-0 bottom-full border-t border-line bg-paper px-4 py-2 text-sm">
      {words.headline === bar.headline ? null : <strong>{words.headline}. </strong>}
      {words.advice}
    </p>
  )
}

/** What became of a lot that the person bid on: there is nothing left to press. */
function Lost({ bar }: { bar: Bar }) {
  return (
    <div
      ref={measureBottomBar}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-fog pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      <Position bar={bar} />
    </div>
  )
}

function Position({ bar }: { bar: Bar }) {
  const Mark = MARKS[bar.tone]
  return (
    <p
      aria-live={bar.tone === 'bad' ? 'assertive' : 'polite'}
      className={`flex items-center gap-2 px-4 py-1.5 text-sm font-semibold ${GROUNDS[bar.tone]}`}
    >
      <Mark className="size-4" />
      {bar.headline}
    </p>
  )
}

function sheetLabel(
  state: ReturnType<typeof barOf>['state'],
  headline: string,
  auctionKind: Lot['auctionKind'],
  firm: boolean,
): string {
  if (auctionKind === 'live' && !firm && (state === 'not-open' || state === 'open' || state === 'outbid')) {
    return t`Set auto-bid`
  }
  if (state === 'leading') return t`Auto-bid and more`
  if (state === 'reserve-not-met-yours') return t`See next steps`
  if (takesBids(state)) return t`Bid`
  return state === 'closing' || state === 'paused' || state === 'not-open' ? headline : t`View result`
}
