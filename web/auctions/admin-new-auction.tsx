import { BackLink } from '#web/ui/back-link.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import {
  cloneAuction,
  enterAuction,
  readStaffAuction,
  type AuctionEntry,
  type StaffAuction,
} from '#contract/auctions/auction-entry.ts'
import { minorUnits } from '#contract/platform/currency.ts'
import { paths } from '#web/paths.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { call } from '#web/platform/request.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AuctionForm } from './auction-form.tsx'
import { sameTimeOn } from './same-time.ts'
import { windowsOf } from './usual-windows.ts'
import { t } from '#web/platform/language/text.ts'

const WEEK = 7
const HOUR_MS = 3_600_000

/** A new auction: with the default terms, or (`?from=`) with those of another auction. */
export default function AdminNewAuction() {
  const [search] = useSearchParams()
  const from = search.get('from')
  const terms = useCompanyTerms()
  const model = useQuery({
    queryKey: [readStaffAuction.path, from],
    queryFn: ({ signal }) => call(readStaffAuction, { params: { auctionId: from ?? '' } }, signal),
    enabled: from !== null,
  })
  const [, navigate] = useLocation()
  const [id] = useState(() => crypto.randomUUID())
  const [now] = useState(() => Date.now())
  const save = async (entry: AuctionEntry) => {
    const auction =
      from === null
        ? await call(enterAuction, { body: { id, entry } })
        : await call(cloneAuction, {
            params: { auctionId: from },
            body: { id, title: entry.title, opensAt: entry.opensAt, startsAt: entry.startsAt },
          })
    navigate(paths.adminPage(`auctions/${auction.id}/plan`))
    return auction
  }
  const usual = from === null ? usualOf(terms, now) : weekLater(model.data)
  return (
    <>
      <BackLink href={paths.adminPage('auctions')}>{t`Auctions`}</BackLink>
      <h1 className="mt-1 text-xl">{from === null ? t`New auction` : t`Copy auction`}</h1>
      {from === null ? null : (
        <p className="mt-1 max-w-[44rem] text-slate">{t`Set a new title and times. All other terms are copied; lots aren’t.`}</p>
      )}
      {usual === null ? (
        <Skeleton className="mt-6 h-96" />
      ) : (
        <AuctionForm
          auction={null}
          usual={usual}
          windows={windowsOf(terms)}
          company={terms}
          save={save}
          label={t`Create auction`}
        />
      )}
    </>
  )
}

/** Starts in a week, at the next full hour, with the default terms. */
export function usualOf(terms: CompanyTerms | undefined, now: number): AuctionEntry | null {
  if (terms === undefined) return null
  const startsAt = Math.ceil(sameTimeOn(now, WEEK) / HOUR_MS) * HOUR_MS
  return {
    title: '',
    kind: 'timed',
    location: '',
    description: '',
    currency: terms.currency,
    opensAt: sameTimeOn(startsAt, -3),
    startsAt,
    lotEveryMs: 60_000,
    liveStartMs: terms.live.startMs,
    extensionWindowMs: terms.timed.extensionWindowMs,
    extensionMs: terms.timed.extensionMs,
    hardEndAt: null,
    buyNowUntil: 'reserve-met',
    outageExtensionMs: 600_000,
    bidUnit: minorUnits(terms.currency),
    increments: terms.increments,
  }
}

/** The same auction a week later, at the same times of day. */
export function weekLater(model: StaffAuction | undefined): AuctionEntry | null {
  if (model === undefined) return null
  const { opensAt, startsAt, hardEndAt } = model
  return {
    ...model,
    opensAt: sameTimeOn(opensAt, WEEK),
    startsAt: sameTimeOn(startsAt, WEEK),
    hardEndAt: hardEndAt === null ? null : sameTimeOn(hardEndAt, WEEK),
  }
}
