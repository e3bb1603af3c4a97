import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Auction } from '#contract/auctions.ts'
import type { readSaleTerms, SaleTerms } from '#contract/sale-terms.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { route, urlOf } from '#web/platform/request.ts'
import { formatDuration, formatInstant } from '#web/platform/time.ts'

const TERMS = route<typeof readSaleTerms>('GET', '/api/auctions/:auctionId/terms')

/** What all lots of the sale are sold on, in sentences; nothing while it is not known. */
export function SaleTermsSection({ sale }: { sale: Auction }) {
  const { data } = useQuery<SaleTerms>({ queryKey: [urlOf(TERMS.path, { auctionId: sale.id })] })
  if (data === undefined) return null
  return (
    <section aria-labelledby="sale-terms" className="mt-12 border-t border-line pt-6">
      <h2 id="sale-terms" className="text-lg">
        Terms of this sale
      </h2>
      <dl className="mt-3 grid max-w-[56rem] gap-x-8 gap-y-3 sm:grid-cols-[12rem_1fr]">
        <dt className="font-semibold">How lots end</dt>
        <dd>{endsOf(sale, data)}</dd>
        {data.hardEndAt === null ? null : (
          <>
            <dt className="font-semibold">Hard end</dt>
            <dd>Late bids move no lot past {formatInstant(data.hardEndAt)}.</dd>
          </>
        )}
        <dt className="font-semibold">Outages</dt>
        <dd>{outagesOf(sale, data)}</dd>
        <dt className="font-semibold">Buy now</dt>
        <dd>
          {data.buyNowUntil === 'price-reached'
            ? 'A lot with a buy-now price can be bought at once until bids reach that price.'
            : 'A lot with a buy-now price can be bought at once until a bid meets its reserve; without a reserve, until the first bid.'}
        </dd>
        <dt className="font-semibold">Increments</dt>
        <dd className="tabular">{incrementsOf(sale.currency, data)}</dd>
        <dt className="font-semibold">On top of the hammer price</dt>
        <dd>
          Buyer’s premium, fees and tax, shown beside every bid before you place it. They are all in the{' '}
          <Link href={paths.biddingGuide} className="text-notice underline underline-offset-4">
            bidding guide
          </Link>
          ; the conditions of sale are in the{' '}
          <Link href={paths.terms} className="text-notice underline underline-offset-4">
            terms
          </Link>
          .
        </dd>
      </dl>
    </section>
  )
}

function endsOf({ kind }: Auction, { extensionWindowMs, extensionMs, liveStartMs, lotEveryMs }: SaleTerms): string {
  if (kind === 'live') {
    return `Lots come up one after another. Each runs for ${formatDuration(liveStartMs)}; every bid in the last ${formatDuration(extensionWindowMs)} leaves at least ${formatDuration(extensionMs)} for the next. You can leave a maximum before the lot comes up.`
  }
  const stagger = lotEveryMs > 0 ? `, one every ${formatDuration(lotEveryMs)}` : ''
  return `Each lot has its own end${stagger}. A bid in its last ${formatDuration(extensionWindowMs)} moves that end to at least ${formatDuration(extensionMs)} after the bid.`
}

function outagesOf({ kind }: Auction, { outageExtensionMs, liveStartMs }: SaleTerms): string {
  return kind === 'live'
    ? `If we can’t take bids for more than 3 seconds while a lot is up, its clock restarts at ${formatDuration(liveStartMs)}.`
    : `If we can’t take bids for more than a minute of a lot’s last five, it’s extended by ${formatDuration(outageExtensionMs)}.`
}

const BANDS_SHOWN = 4

function incrementsOf(currency: string, { ladder, bidUnit }: SaleTerms): string {
  const money = (amount: number) => formatMoney(amount, currency)
  const bands = ladder
    .slice(0, BANDS_SHOWN)
    .map(([from, step]) => (from === 0 ? `${money(step)} to begin with` : `${money(step)} from ${money(from)}`))
  const more = ladder.length > BANDS_SHOWN ? ', and so on' : ''
  return `${bands.join(', ')}${more}. Bids are whole multiples of ${money(bidUnit)}.`
}
