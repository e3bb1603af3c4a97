import { t } from '#web/platform/language/text.ts'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import type { SellingDetail } from '#contract/selling/selling.ts'
import { paths } from '#web/paths.ts'
import { HeroPhoto } from '#web/lots/lot-card.tsx'
import { serverNow } from '#web/platform/clock.ts'
import { formatInstant } from '#web/platform/time.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ReserveRequests } from './reserve-requests.tsx'
import { SellerNegotiation } from './seller-negotiation.tsx'
import { SellerPage } from './seller-page.tsx'
import { interestWords, netWords, priceFact, reserveAmount, stateWords } from './selling-words.ts'
import { useSellingLot } from './use-selling.ts'

/** `/selling/:lotId`: one lot that the member sells. */
export default function SellingLotScreen() {
  const { lotId = '' } = useParams()
  const { data, error } = useSellingLot(lotId)
  return (
    <SellerPage
      title={data === undefined ? t`Your lot` : data.lot.title}
      to={paths.sellingLot(lotId)}
      above={<BackLink href={paths.selling}>{t`All lots you sell`}</BackLink>}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton className="h-64" />
        ) : (
          <RequestFailed title={t`We couldn’t load this lot`} failure={error} />
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
    <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,42rem)_minmax(0,1fr)]">
      <div className="max-w-md lg:order-last">
        <HeroPhoto
          lotSummary={lot}
          eager
          className="aspect-3/2 w-full rounded-md"
          sizes="(min-width: 30rem) 28rem, 100vw"
        />
      </div>
      <div className="min-w-0">
        {negotiation === null || negotiation.phase === 'sold' || negotiation.phase === 'over' ? null : (
          <SellerNegotiation negotiation={negotiation} reserve={lot.reserve} />
        )}
        <dl className="tabular mt-4 max-w-2xl border-b border-line first:mt-0">
          {factsOf(lot).map(([name, value]) => (
            <div key={name} className="grid grid-cols-[8rem_1fr] gap-x-4 border-t border-line py-2">
              <dt className="text-slate">{name}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 max-w-2xl text-sm text-slate">
          {t`Bidders stay anonymous, and nobody sees their maximums. Views count each member once.`}
        </p>
        <ReserveRequests detail={detail} />
      </div>
    </div>
  )
}

function factsOf(lot: SellingDetail['lot']): [name: string, value: ReactNode][] {
  return [
    [t`Lot`, <Plate key="lot" number={lot.lotNumber} size="sm" />],
    [t`Status`, stateWords(lot)],
    [t`Auction`, lot.auction],
    lot.closesAt === null
      ? [lot.startsAt > serverNow() ? t`Auction starts` : t`Auction started`, formatInstant(lot.startsAt)]
      : [lot.state === 'published' ? t`Closes` : t`Closed`, formatInstant(lot.closesAt)],
    priceFact(lot),
    [t`Reserve`, lot.reserve === null ? t`No reserve` : reserveAmount(lot.reserve, lot)],
    [t`Interest`, interestWords(lot)],
    ...(lot.net === null || lot.net === 0
      ? []
      : ([[t`Net`, t`${netWords({ net: lot.net, currency: lot.currency })}, with commission and fees`]] as [
          string,
          string,
        ][])),
  ]
}
