import { Link } from 'wouter'
import type { SellingLot } from '#contract/selling/selling.ts'
import { HeroPhoto } from '#web/lots/lot-card.tsx'
import { paths } from '#web/paths.ts'
import { Plate } from '#web/ui/plate.tsx'
import { serverNow } from '#web/platform/clock.ts'
import { interestWords, netWords, priceWords, reserveWords, stateWords, whenWords } from './selling-words.ts'

/** One of the seller's lots: its state, price and interest. */
export function SellingLotRow({ lot }: { lot: SellingLot }) {
  return (
    <article className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 py-5 md:grid-cols-[9rem_minmax(0,1fr)_16rem] md:gap-x-6">
      <Link href={paths.sellingLot(lot.lotId)} tabIndex={-1} aria-hidden="true">
        <HeroPhoto lotSummary={lot} className="aspect-3/2 w-full rounded-sm" />
      </Link>
      <div className="min-w-0">
        <Link
          href={paths.sellingLot(lot.lotId)}
          className="flex flex-wrap items-start gap-x-2 gap-y-1 font-semibold hover:underline"
        >
          <Plate number={lot.lotNumber} size="sm" />
          {lot.title}
        </Link>
        <p className={lot.state === 'negotiating' && !lot.isCountered ? 'mt-1 font-semibold text-notice' : 'mt-1'}>
          {stateWords(lot)}
        </p>
        <p className="text-sm text-slate">{lot.auction}</p>
        <p className="text-sm text-slate">{whenWords(lot, serverNow())}</p>
      </div>
      <div className="tabular text-sm max-md:col-span-2 md:text-right">
        <p className="text-base font-semibold">{priceWords(lot)}</p>
        <p>{reserveWords(lot)}</p>
        <p className="text-slate">{interestWords(lot)}</p>
        {lot.net === null || lot.net === 0 ? null : <p>{netWords({ net: lot.net, currency: lot.currency })}</p>}
      </div>
    </article>
  )
}
