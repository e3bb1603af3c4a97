import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { exportRunList, readRunList } from '#contract/lots/lot-entry.ts'
import { readChecklist } from '#contract/lots/publish-checks.ts'
import {
  changeAuction,
  listAuctions,
  publishAuction,
  readStaffAuction,
  type AuctionEntry,
  type StaffAuction,
  AUCTION_STATE_WORDS,
} from '#contract/auctions/auction-entry.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { AuctionForm } from '#web/auctions/auction-form.tsx'
import { windowsOf } from '#web/auctions/usual-windows.ts'
import { paths } from '#web/paths.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { useRead } from '#web/platform/use-read.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { ExportButton } from '#web/ui/list/list-controls.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DeleteDraft } from './delete-draft.tsx'
import { PublishChecklist, useChecklist } from './publish-checklist.tsx'
import { RunListEditor } from './run-list-editor.tsx'
import { AuctionHero } from './auction-hero-choice.tsx'
import { plural, t, translated } from '#web/platform/language/text.ts'

/** A planned auction: its terms, its run list, and the button that publishes both. */
export default function AdminPlan({ auctionId }: { auctionId: string }) {
  const auction = useRead(readStaffAuction, { params: { auctionId } })
  return (
    <>
      <BackLink href={paths.adminPage('auctions')}>{t`Auctions`}</BackLink>
      <h1 className="mt-1 text-xl">{auction.data?.title ?? t`Auction plan`}</h1>
      {auction.data !== undefined ? (
        <Plan auction={auction.data} />
      ) : auction.error === null ? (
        <Skeleton className="mt-6 h-96" />
      ) : (
        <div className="mt-6">
          <RequestFailed title={t`We couldn’t load the auction`} failure={auction.error} />
        </div>
      )}
    </>
  )
}

function Plan({ auction }: { auction: StaffAuction }) {
  const client = useQueryClient()
  const company = useCompanyTerms()
  const lots = useRead(readRunList, { params: { auctionId: auction.id } })
  const take = (next: StaffAuction) => {
    client.setQueryData([readStaffAuction.path, auction.id], next)
    void client.invalidateQueries({ queryKey: [listAuctions.path] })
  }
  const save = async (entry: AuctionEntry) => {
    take(await call(changeAuction, { params: { auctionId: auction.id }, body: { entry } }))
    toast({ title: t`Auction saved` })
  }
  const entered = lots.data?.items.filter(({ isPublished }) => !isPublished).length ?? 0
  return (
    <>
      <p className="mt-1 text-sm text-slate">{auctionWords(auction)}</p>
      <section aria-labelledby="run-list" className="mt-8">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="run-list" className="text-lg">{t`Run list`}</h2>
          {lots.data === undefined || lots.data.items.length === 0 ? null : (
            <div className="flex flex-wrap gap-2">
              <Button asChild variant="outline" size="sm">
                <Link href={paths.adminPage(`auctions/${auction.id}/photos`)}>{t`Add photos`}</Link>
              </Button>
              <ExportButton from={exportRunList} params={{ auctionId: auction.id }} name="run-list.csv" />
            </div>
          )}
        </div>
        {lots.data !== undefined ? (
          <RunListEditor auction={auction} lots={lots.data.items} />
        ) : lots.error === null ? (
          <Skeleton className="mt-4 h-64" />
        ) : (
          <div className="mt-4">
            <RequestFailed title={t`We couldn’t load the run list`} failure={lots.error} />
          </div>
        )}
      </section>
      {lots.data === undefined ? null : <AuctionHero auction={auction} lots={lots.data.items} onChange={take} />}
      <Publish auction={auction} entered={entered} onDone={take} />
      {auction.state === 'draft' ? (
        <section aria-labelledby="terms" className="mt-10 border-t border-line pt-6">
          <h2 id="terms" className="text-lg">{t`Terms`}</h2>
          <AuctionForm
            auction={auction}
            usual={auction}
            windows={windowsOf(company)}
            company={company}
            save={save}
            label={t`Save terms`}
          />
        </section>
      ) : null}
      {auction.state === 'draft' ? <DeleteDraft auction={auction} /> : null}
    </>
  )
}

function auctionWords({ kind, state, startsAt, lotCount }: StaffAuction): string {
  return [
    translated(AUCTION_STATE_WORDS[state]),
    kind === 'live'
      ? t`Live auction, starts ${formatInstant(startsAt)}`
      : t`Timed auction, first lot closes ${formatInstant(startsAt)}`,
    lotCount === 0 ? null : plural(lotCount, { one: '# published lot', other: '# published lots' }),
  ]
    .filter((part) => part !== null)
    .join(' · ')
}

/** Asks for confirmation: publishing cannot be undone, lots can only be withdrawn one by one. */
function Publish({
  auction,
  entered,
  onDone,
}: {
  auction: StaffAuction
  entered: number
  onDone: (auction: StaffAuction) => void
}) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const checklist = useChecklist(auction.id)
  const isBlocked = checklist.data?.isBlocked !== false
  const publish = useMutation({
    mutationFn: () => call(publishAuction, { params: { auctionId: auction.id } }),
    onSuccess: (next) => {
      setIsAsking(false)
      toast({ title: t`Auction published` })
      void client.invalidateQueries({ queryKey: [readRunList.path, auction.id] })
      void client.invalidateQueries({ queryKey: [readChecklist.path, auction.id] })
      onDone(next)
    },
  })
  if (entered === 0 || auction.state === 'ended' || auction.state === 'canceled') return null
  const label = t`Publish ${plural(entered, { one: '# lot', other: '# lots' })}`
  return (
    <section aria-label={t`Publish`} className="mt-8 border-t border-line pt-6">
      <div className="mb-6">
        {checklist.data !== undefined ? (
          <PublishChecklist checklist={checklist.data} />
        ) : checklist.error === null ? (
          <Skeleton className="h-32" />
        ) : (
          <RequestFailed title={t`We couldn’t load the checklist`} failure={checklist.error} />
        )}
      </div>
      {publish.error === null ? null : (
        <div className="mb-4">
          <RequestFailed title={t`Nothing was published`} failure={publish.error} />
        </div>
      )}
      {isAsking ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="font-semibold">
            {t`Everyone will see ${plural(entered, { one: '# lot', other: '# lots' })}. You can’t change terms or undo this afterward; you can only withdraw lots.`}
          </p>
          <Button aria-disabled={publish.isPending} onClick={() => publish.isPending || publish.mutate()}>
            {publish.isPending ? t`Publishing` : label}
          </Button>
          <Button variant="outline" onClick={() => setIsAsking(false)}>{t`Cancel`}</Button>
        </div>
      ) : (
        <Button disabled={isBlocked} onClick={() => setIsAsking(true)}>
          {label}
        </Button>
      )}
    </section>
  )
}
