import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import type { HouseTerms } from '#contract/auctions.ts'
import { cloneSale, enterSale, readStaffSale, type SaleEntry, type StaffSale } from '#contract/sale-entry.ts'
import { paths } from '#web/paths.ts'
import { useHouseTerms } from '#web/platform/house-terms.ts'
import { call } from '#web/platform/request.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SaleForm } from './sale-form.tsx'
import { windowsOf } from './usual-windows.ts'

const WEEK_MS = 7 * 86_400_000
const HOUR_MS = 3_600_000

/** A new sale: with the house's usual terms, or (`?from=`) with those of another one. */
export default function AdminNewSale() {
  const [search] = useSearchParams()
  const from = search.get('from')
  const terms = useHouseTerms()
  const model = useQuery({
    queryKey: [readStaffSale.path, from],
    queryFn: ({ signal }) => call(readStaffSale, { params: { auctionId: from ?? '' } }, signal),
    enabled: from !== null,
  })
  const [, navigate] = useLocation()
  const [id] = useState(() => crypto.randomUUID())
  const [now] = useState(() => Date.now())
  const save = async (entry: SaleEntry) => {
    const sale =
      from === null
        ? await call(enterSale, { body: { id, entry } })
        : await call(cloneSale, {
            params: { auctionId: from },
            body: { id, title: entry.title, opensAt: entry.opensAt, startsAt: entry.startsAt },
          })
    navigate(paths.adminPage(`sales/${sale.id}/plan`))
    return sale
  }
  const usual = from === null ? usualOf(terms, now) : weekLater(model.data)
  return (
    <>
      <p className="text-sm">
        <Link href={paths.adminPage('sales')} className="text-notice underline underline-offset-4">
          Sales
        </Link>
      </p>
      <h1 className="mt-1 text-xl">{from === null ? 'New sale' : 'Sale like another'}</h1>
      {from === null ? null : (
        <p className="mt-1 max-w-[44rem] text-slate">
          Title and times are the new sale’s own; all other terms are taken over as they are. Its lots are not.
        </p>
      )}
      {usual === null ? (
        <Skeleton className="mt-6 h-96" />
      ) : (
        <SaleForm sale={null} usual={usual} windows={windowsOf(terms)} save={save} label="Enter the sale" />
      )}
    </>
  )
}

/** In a week, at the next full hour, by the house's own terms. */
function usualOf(terms: HouseTerms | undefined, now: number): SaleEntry | null {
  if (terms === undefined) return null
  const startsAt = Math.ceil((now + WEEK_MS) / HOUR_MS) * HOUR_MS
  return {
    title: '',
    kind: 'timed',
    location: '',
    description: '',
    currency: terms.currency,
    opensAt: startsAt - 3 * 24 * HOUR_MS,
    startsAt,
    lotEveryMs: 60_000,
    liveStartMs: terms.live.startMs,
    extensionWindowMs: terms.timed.extensionWindowMs,
    extensionMs: terms.timed.extensionMs,
    hardEndAt: null,
    buyNowUntil: 'reserve-met',
    outageExtensionMs: 600_000,
    bidUnit: 100,
    ladder: terms.ladder,
  }
}

function weekLater(model: StaffSale | undefined): SaleEntry | null {
  if (model === undefined) return null
  const { opensAt, startsAt, hardEndAt } = model
  return {
    ...model,
    opensAt: opensAt + WEEK_MS,
    startsAt: startsAt + WEEK_MS,
    hardEndAt: hardEndAt === null ? null : hardEndAt + WEEK_MS,
  }
}
