import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import type { Auction } from '#contract/auctions/auctions.ts'
import { useAuctionLots } from '#web/auctions/use-auction-lots.ts'
import { HeroPhoto } from '#web/lots/lot-card.tsx'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ProjectorPrice } from './projector-price.tsx'
import { hammerWords } from '../block/block-result.tsx'
import { lastEnded } from '../block/on-the-block.tsx'
import { UntilFirstLot } from '../block/until-first-lot.tsx'
import { StaleList } from '../stale-notice.tsx'
import { useStandings } from '../use-standings.ts'
import { t } from '#web/platform/language/text.ts'

/** The lot on the block, to be read from the back of a hall. Read-only; covers the administration around it. */
export default function AdminProjector({ auctionId }: { auctionId: string }) {
  const { user } = useUser()
  const auction = useQuery<Auction>({ queryKey: ['/api/auctions', auctionId] })
  const { lots, isLoading, failure } = useAuctionLots(auctionId)
  const { standings, feed } = useStandings(auctionId, {
    allowed: accessDenial(user, 'sees-prices') === null,
    isLive: true,
  })
  const currency = auction.data?.currency ?? 'USD'
  const open = lots.find(({ id }) => standings.get(id)?.status === 'open')
  const shown = open ?? lastEnded(lots, standings)
  const standing = shown === undefined ? undefined : standings.get(shown.id)
  const error = auction.error ?? failure
  return (
    <div className="fixed inset-0 z-50 flex flex-col overflow-auto bg-paper p-[3vmin]">
      <header className="flex items-center justify-between gap-4">
        <h1 className="text-lg">{auction.data?.title ?? t`Auction`}</h1>
        <Link
          href={paths.adminPage(`auctions/${auctionId}`)}
          className="shrink-0 py-3 text-sm text-link"
        >{t`Back to console`}</Link>
      </header>
      <StaleList feed={feed} />
      {error === null ? null : <RequestFailed title={t`We couldn’t load this auction`} failure={error} />}
      {isLoading ? <Skeleton className="mt-[3vmin] h-96" /> : null}
      {shown === undefined || standing === undefined ? (
        isLoading || auction.data === undefined ? null : (
          <div className="m-auto [&>p]:text-2xl">
            <UntilFirstLot startsAt={auction.data.startsAt} />
          </div>
        )
      ) : (
        <div className="mt-[3vmin] grid flex-1 items-center gap-[4vmin] lg:grid-cols-[3fr_2fr]">
          <HeroPhoto lotSummary={shown} eager className="aspect-3/2 w-full rounded-md" sizes="60vw" />
          <div className="flex min-w-0 flex-col gap-[2vmin]">
            <span className="self-start">
              <Plate number={shown.lotNumber} size="lg" />
            </span>
            <h2 className="text-2xl">{shown.title}</h2>
            {open === undefined ? (
              <p className="text-3xl font-bold">{hammerWords(standing, currency)}</p>
            ) : (
              <ProjectorPrice standing={standing} currency={currency} />
            )}
          </div>
        </div>
      )}
    </div>
  )
}
