import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { readRunList } from '#contract/lot-entry.ts'
import {
  changeSale,
  listSales,
  publishSale,
  readStaffSale,
  type SaleEntry,
  type StaffSale,
} from '#contract/sale-entry.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { SaleForm } from '#web/auctions/sale-form.tsx'
import { windowsOf } from '#web/auctions/usual-windows.ts'
import { paths } from '#web/paths.ts'
import { useHouseTerms } from '#web/platform/house-terms.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RunListEditor } from './run-list-editor.tsx'
import { SaleHero } from './sale-hero-choice.tsx'

/** A sale as it is planned: its terms, its run list, and the press that publishes both. */
export default function AdminPlan({ auctionId }: { auctionId: string }) {
  const sale = useQuery({
    queryKey: [readStaffSale.path, auctionId],
    queryFn: ({ signal }) => call(readStaffSale, { params: { auctionId } }, signal),
    staleTime: 0,
  })
  return (
    <>
      <p className="text-sm">
        <Link href={paths.adminPage('sales')} className="text-notice underline underline-offset-4">
          Sales
        </Link>
      </p>
      <h1 className="mt-1 text-xl">{sale.data?.title ?? 'Plan of a sale'}</h1>
      {sale.data !== undefined ? (
        <Plan sale={sale.data} />
      ) : sale.error === null ? (
        <Skeleton className="mt-6 h-96" />
      ) : (
        <div className="mt-6">
          <Notice tone="bad" title="The sale cannot be shown">
            {wordsOfFailure(sale.error)}
          </Notice>
        </div>
      )}
    </>
  )
}

function Plan({ sale }: { sale: StaffSale }) {
  const client = useQueryClient()
  const windows = windowsOf(useHouseTerms())
  const lots = useQuery({
    queryKey: [readRunList.path, sale.id],
    queryFn: ({ signal }) => call(readRunList, { params: { auctionId: sale.id } }, signal),
    staleTime: 0,
  })
  const take = (next: StaffSale) => {
    client.setQueryData([readStaffSale.path, sale.id], next)
    void client.invalidateQueries({ queryKey: [listSales.path] })
  }
  const save = async (entry: SaleEntry) => {
    take(await call(changeSale, { params: { auctionId: sale.id }, body: { entry } }))
    toast({ title: 'The sale is changed' })
  }
  const entered = lots.data?.items.filter(({ isPublished }) => !isPublished).length ?? 0
  return (
    <>
      <p className="mt-1 text-sm text-slate">
        {sale.state}, {sale.kind}, first lot {sale.kind === 'live' ? 'up' : 'ends'} {formatInstant(sale.startsAt)}.
        {sale.lotCount === 0 ? '' : ` ${sale.lotCount} published.`}
      </p>
      <section aria-labelledby="run-list" className="mt-8">
        <h2 id="run-list" className="text-lg">
          Run list
        </h2>
        {lots.data !== undefined ? (
          <RunListEditor sale={sale} lots={lots.data.items} />
        ) : lots.error === null ? (
          <Skeleton className="mt-4 h-64" />
        ) : (
          <div className="mt-4">
            <Notice tone="bad" title="The run list cannot be shown">
              {wordsOfFailure(lots.error)}
            </Notice>
          </div>
        )}
      </section>
      {lots.data === undefined ? null : <SaleHero sale={sale} lots={lots.data.items} onChange={take} />}
      <Publish sale={sale} entered={entered} onDone={take} />
      {sale.state === 'draft' ? (
        <section aria-labelledby="terms" className="mt-10 border-t border-line pt-6">
          <h2 id="terms" className="text-lg">
            Terms
          </h2>
          <SaleForm sale={sale} usual={sale} windows={windows} save={save} label="Save the terms" />
        </section>
      ) : null}
    </>
  )
}

/** Asks once more: what is published cannot be taken back, only withdrawn lot by lot. */
function Publish({ sale, entered, onDone }: { sale: StaffSale; entered: number; onDone: (sale: StaffSale) => void }) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const publish = useMutation({
    mutationFn: () => call(publishSale, { params: { auctionId: sale.id } }),
    onSuccess: (next) => {
      setIsAsking(false)
      toast({ title: 'The sale is published' })
      void client.invalidateQueries({ queryKey: [readRunList.path, sale.id] })
      onDone(next)
    },
  })
  if (entered === 0 || sale.state === 'ended') return null
  const lots = entered === 1 ? '1 lot' : `${entered} lots`
  return (
    <section aria-label="Publish" className="mt-8 border-t border-line pt-6">
      {publish.error === null ? null : (
        <div className="mb-4">
          <Notice tone="bad" title="Nothing was published">
            {wordsOfFailure(publish.error)}
          </Notice>
        </div>
      )}
      {isAsking ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="font-semibold">From then on everybody sees {lots} and their terms are fixed.</p>
          <Button aria-disabled={publish.isPending} onClick={() => publish.isPending || publish.mutate()}>
            {publish.isPending ? 'Publishing' : `Publish ${lots}`}
          </Button>
          <Button variant="outline" onClick={() => setIsAsking(false)}>
            Not yet
          </Button>
        </div>
      ) : (
        <Button onClick={() => setIsAsking(true)}>Publish {lots}</Button>
      )}
    </section>
  )
}
