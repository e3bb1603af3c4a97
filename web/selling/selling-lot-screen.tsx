import { useParams } from 'wouter'
import type { SellingDetail } from '#contract/selling/selling.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { formatInstant } from '#web/platform/time.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ReserveRequests } from './reserve-requests.tsx'
import { SellerNegotiation } from './seller-negotiation.tsx'
import { SellerPage } from './seller-page.tsx'
import { interestWords, priceWords, reserveWords, stateWords } from './selling-words.ts'
import { useSellingLot } from './use-selling.ts'

/** `/selling/:lotId`: one lot that the member sells. */
export default function SellingLotScreen() {
  const { lotId = '' } = useParams()
  const { data, error } = useSellingLot(lotId)
  return (
    <SellerPage title={data === undefined ? 'Your lot' : data.lot.title} to={paths.sellingLot(lotId)}>
      <BackLink href={paths.selling}>All lots you sell</BackLink>
      {data === undefined ? (
        error === null ? (
          <Skeleton className="mt-4 h-64" />
        ) : (
          <RequestFailed title="We couldn’t load this lot" failure={error} />
        )
      ) : (
        <Detail detail={data} />
      )}
    </SellerPage>
  )
}

function Detail({ detail }: { detail: SellingDetail }) {
  const { lot, negotiation } = detail
  return (
    <>
      {negotiation === null || negotiation.phase === 'sold' || negotiation.phase === 'over' ? null : (
        <SellerNegotiation negotiation={negotiation} reserve={lot.reserve} />
      )}
      <dl className="tabular mt-4 max-w-2xl border-b border-line">
        {factsOf(lot).map(([name, value]) => (
          <div key={name} className="grid grid-cols-[8rem_1fr] gap-x-4 border-t border-line py-2">
            <dt className="text-slate">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 max-w-2xl text-sm text-slate">
        Bidders stay anonymous, and nobody sees their maximums. Views count each member once.
      </p>
      <ReserveRequests detail={detail} />
    </>
  )
}

function factsOf(lot: SellingDetail['lot']): [name: string, value: string][] {
  return [
    ['Lot', String(lot.lotNumber)],
    ['State', stateWords(lot)],
    ['Auction', `${lot.auction}, ${formatInstant(lot.startsAt)}`],
    ...(lot.closesAt === null ? [] : ([['Closes', formatInstant(lot.closesAt)]] as [string, string][])),
    ['Price', priceWords(lot)],
    ['Reserve', reserveWords(lot)],
    ['Interest', interestWords(lot)],
    ...(lot.net === null || lot.net === 0
      ? []
      : ([['You get', `${formatMoney(lot.net, lot.currency, true)}, net of commission and fees`]] as [
          string,
          string,
        ][])),
  ]
}
