import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { Link } from 'wouter'
import type { Auction } from '#contract/auctions/auctions.ts'
import type { AuctionTerms } from '#contract/auctions/auction-terms.ts'
import { paths } from '#web/paths.ts'
import { formatMoney, formatShare } from '#web/platform/money.ts'
import { formatDuration, formatInstant } from '#web/platform/time.ts'
import { Fold } from '#web/ui/fold.tsx'
import { useAuctionTerms } from './use-auctions.ts'

/** The terms of all lots of the auction, in sentences; nothing until loaded. */
export function AuctionTermsSection({ auction }: { auction: Auction }) {
  const { data } = useAuctionTerms(auction.id)
  if (data === undefined) return null
  const terms = <Terms auction={auction} data={data} />
  // Costs of its own are never folded away.
  if (auction.kind === 'live' && data.costs === null) {
    return (
      <div className="mt-12">
        <Fold id="auction-terms" title={t`Auction terms`}>
          {terms}
        </Fold>
      </div>
    )
  }
  return (
    <section aria-labelledby="auction-terms" className="mt-12 border-t border-line pt-6">
      <h2 id="auction-terms" className="text-lg">
        {t`Auction terms`}
      </h2>
      {terms}
    </section>
  )
}

function Terms({ auction, data }: { auction: Auction; data: AuctionTerms }) {
  return (
    <dl className="mt-3 grid max-w-[56rem] gap-x-8 gap-y-3 sm:grid-cols-[12rem_1fr]">
      <dt className="font-semibold">{t`How lots close`}</dt>
      <dd>{endsOf(auction, data)}</dd>
      {data.hardEndAt === null ? null : (
        <>
          <dt className="font-semibold">{t`Hard end`}</dt>
          <dd>{t`Late bids don’t extend lots past ${formatInstant(data.hardEndAt)}.`}</dd>
        </>
      )}
      <dt className="font-semibold">{t`Outages`}</dt>
      <dd>{outagesOf(auction, data)}</dd>
      <dt className="font-semibold">{t`Buy now`}</dt>
      <dd>
        {data.buyNowUntil === 'price-reached'
          ? t`You can buy a lot at its buy-now price until bids reach that price.`
          : t`You can buy a lot at its buy-now price until a bid meets its reserve or, without a reserve, until the first bid.`}
      </dd>
      <dt className="font-semibold">{t`Increments`}</dt>
      <dd className="tabular">{incrementsOf(auction.currency, data)}</dd>
      <dt className="font-semibold">{t`Fees`}</dt>
      <dd>
        {costsOf(auction.currency, data)}
        <Trans>
          Every bid shows its total. All fees are in the{' '}
          <Link href={paths.biddingGuide} className="text-link">
            bidding guide
          </Link>{' '}
          and the{' '}
          <Link href={paths.terms} className="text-link">
            terms
          </Link>
          .
        </Trans>
      </dd>
    </dl>
  )
}

/** What differs from the company's premium and tax. */
function costsOf(currency: string, { costs }: AuctionTerms): string {
  if (costs === null) return ''
  const bands = costs.premium?.map(({ from, basisPoints }) =>
    from === 0 ? formatShare(basisPoints) : t`${formatShare(basisPoints)} from ${formatMoney(from, currency)}`,
  )
  const premium = bands === undefined ? null : t`This auction has a buyer’s premium of ${bands.join(', ')}.`
  const tax =
    costs.taxBasisPoints === null
      ? null
      : t`This auction has a standard tax rate of ${formatShare(costs.taxBasisPoints)}.`
  return [premium, tax].flatMap((sentence) => (sentence === null ? [] : [`${sentence} `])).join('')
}

function endsOf({ kind }: Auction, { extensionWindowMs, extensionMs, liveStartMs, lotEveryMs }: AuctionTerms): string {
  if (kind === 'live') {
    return t`Lots are sold one after another. Each starts with ${formatDuration(liveStartMs)}; every bid in the last ${formatDuration(extensionWindowMs)} leaves at least ${formatDuration(extensionMs)} for the next.`
  }
  const stagger = lotEveryMs > 0 ? t`, one every ${formatDuration(lotEveryMs)}` : ''
  return t`Each lot has its own close${stagger}. A bid in its last ${formatDuration(extensionWindowMs)} moves the close to at least ${formatDuration(extensionMs)} after the bid.`
}

function outagesOf({ kind }: Auction, { outageExtensionMs, liveStartMs }: AuctionTerms): string {
  return kind === 'live'
    ? t`If we can’t take bids for more than 3 seconds while a lot is open, its clock restarts at ${formatDuration(liveStartMs)}.`
    : t`If we can’t take bids for more than one of a lot’s last five minutes, it’s extended by ${formatDuration(outageExtensionMs)}.`
}

const BANDS_SHOWN = 4

function incrementsOf(currency: string, { increments, bidUnit }: AuctionTerms): string {
  const money = (amount: number) => formatMoney(amount, currency)
  const bands = increments
    .slice(0, BANDS_SHOWN)
    .map(([from, step]) => (from === 0 ? t`${money(step)} at first` : t`${money(step)} from ${money(from)}`))
  const more = increments.length > BANDS_SHOWN ? t`, and so on` : ''
  return t`${bands.join(', ')}${more}. Bids must be multiples of ${money(bidUnit)}.`
}
