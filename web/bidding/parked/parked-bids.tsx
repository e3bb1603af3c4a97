import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { Auction } from '#contract/auctions.ts'
import type { ParkedBid } from '#contract/parked.ts'
import type { LotTeaser } from '#contract/lots.ts'
import { useTeasers } from '#web/lots/use-lot.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ParkedLine, ParkedList } from './parked-line.tsx'
import { ParkForm } from './park-form.tsx'
import { useParkedBids } from './use-parked-bids.ts'
import { wordsOf } from '#web/platform/request.ts'

const LOTS_A_PAGE = 8
const LOTS_MAX = 96

/** For somebody whose document is being checked: lots that end soon, and maximums that wait for the decision. */
export function ParkedBids() {
  const parked = useParkedBids()
  return (
    <section aria-labelledby="parked-bids" className="mt-12 max-w-[52rem]">
      <h2 id="parked-bids" className="text-lg">
        Leave a bid now; it joins in when you are verified
      </h2>
      <p className="mt-2 max-w-[44rem] text-slate">
        Name the most you would pay for a lot. Your bid is parked, sealed, and touches no price. The moment your
        identity is verified it joins in as an auto-bid, by the ordinary rules and within your bidding limit; on a lot
        that is not open yet it waits until it opens. You can change it or take it back until then. Prices are shown to
        verified bidders only, here as well.
      </p>
      {parked.error === null || parked.data !== undefined ? null : (
        <div className="mt-4">
          <Notice tone="bad" title="Your parked bids could not be loaded">
            {wordsOf(parked.error)}
          </Notice>
        </div>
      )}
      {parked.isLoading ? <Skeleton className="mt-6 h-24" /> : null}
      {parked.data === undefined || parked.data.items.length === 0 ? null : <Mine bids={parked.data.items} />}
      <Offered parked={parked.data?.items ?? []} />
    </section>
  )
}

function Mine({ bids }: { bids: readonly ParkedBid[] }) {
  return (
    <>
      <h3 className="mt-8 text-base">
        Your parked bids <span className="tabular text-slate">{bids.length}</span>
      </h3>
      <ParkedList bids={bids} />
    </>
  )
}

/** Lots to leave a bid on, soonest end first. */
function Offered({ parked }: { parked: readonly ParkedBid[] }) {
  const [words, setWords] = useState('')
  const [limit, setLimit] = useState(LOTS_A_PAGE)
  const [openLot, setOpenLot] = useState<string | null>(null)
  const q = useDeferredValue(words.trim())
  const taken = new Set(parked.map(({ lotId }) => lotId))
  // The parked ones stand above: as many more are read.
  const { data, isLoading, error } = useTeasers({
    ending: 'soon',
    limit: Math.min(100, limit + taken.size),
    ...(q === '' ? {} : { q }),
  })
  const currencyOf = useCurrencies()
  const now = useServerNow(null)
  const lots = (data?.items ?? []).filter((lot) => !taken.has(lot.id) && !isClosing(lot, now)).slice(0, limit)
  return (
    <>
      <h3 className="mt-8 text-base">Lots ending soon</h3>
      <div className="mt-2 max-w-80">
        <Field label="Find a lot by make or model">
          <Input type="search" value={words} onChange={(event) => setWords(event.target.value)} />
        </Field>
      </div>
      {isLoading ? <Skeleton className="mt-4 h-56" /> : null}
      {error === null || data !== undefined ? null : (
        <p role="alert" className="mt-4 text-outbid">
          The lots could not be loaded. {wordsOf(error)}
        </p>
      )}
      {!isLoading && data !== undefined && lots.length === 0 ? (
        <p className="mt-4 text-slate">
          {q === '' ? 'No lot is open for parked bids at the moment.' : `No lot that is still open matches “${q}”.`}
        </p>
      ) : null}
      <ul className="mt-4 divide-y divide-line border-y border-line empty:hidden">
        {lots.map((lot) => (
          <li key={lot.id}>
            <ParkedLine lot={lot}>
              {openLot === lot.id ? (
                <ParkForm
                  lotId={lot.id}
                  lotNumber={lot.lotNumber}
                  currency={currencyOf(lot)}
                  parked={null}
                  onDone={() => setOpenLot(null)}
                />
              ) : (
                <Button
                  variant="outline"
                  className="self-start"
                  aria-label={`Leave a bid on lot ${lot.lotNumber}`}
                  onClick={() => setOpenLot(lot.id)}
                >
                  Leave a bid
                </Button>
              )}
            </ParkedLine>
          </li>
        ))}
      </ul>
      {data === undefined || data.next === null || limit >= LOTS_MAX ? null : (
        <Button variant="outline" className="mt-4" onClick={() => setLimit(limit + LOTS_A_PAGE)}>
          Show more lots
        </Button>
      )}
    </>
  )
}

/** A lot whose planned end has passed may close at any moment: what is left on it now would hardly join in. */
function isClosing({ scheduledCloseAt }: LotTeaser, now: number): boolean {
  return scheduledCloseAt !== null && scheduledCloseAt <= now
}

/** The currency of a lot's sale; a teaser does not name it. */
function useCurrencies(): (lot: LotTeaser) => string {
  const { data } = useQuery<{ items: Auction[] }>({ queryKey: ['/api/auctions'] })
  return ({ auctionId }) => data?.items.find(({ id }) => id === auctionId)?.currency ?? 'USD'
}
