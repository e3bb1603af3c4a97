import type { Kysely } from 'kysely'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import type { AuctionEntry } from '#contract/auctions/auction-entry.ts'
import type { FieldFault } from '#contract/platform/problem.ts'
import { alreadySaved, audit, isRecordedOtherwise } from '#server/platform/audit.ts'
import { enterOnce } from '#server/platform/database/enter-once.ts'
import type { App } from '#server/platform/app.ts'
import { refuseOddTime } from '#server/platform/planned-time.ts'
import { invalidInput, notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { createAuction, faultsOf, usualAuctionTerms } from './create-auction.ts'
import type { AuctionTerms } from './auction.ts'
import { lockStaffAuction, staffAuction, updateAuction, type StaffAuctionRow } from './staff-store.ts'

/** What is wrong with other terms for a draft because of what is in its run list, by field. */
type DraftCheck = (
  trx: Kysely<object>,
  auctionId: string,
  change: { before: DraftTerms; after: DraftTerms },
) => Promise<FieldFault[]>
type DraftTerms = { currency: string; bidUnit: number }

declare module '#server/platform/extensions.ts' {
  interface Extensions {
    draftChecks: DraftCheck[]
  }
}

/** Creates a draft auction under an id created by the client: sent again, it is the same auction; with other details it is refused. */
export async function enterAuction(
  app: App,
  actorId: string,
  id: string,
  entry: AuctionEntry,
): Promise<StaffAuctionRow | Refusal> {
  const terms = termsOf(entry, await readCompanyTerms(app))
  return enterOnce(() =>
    app.db.transaction().execute(async (trx) => {
      const line = { action: 'enter-auction', subjectId: id, after: entry } as const
      const before = await lockStaffAuction(trx, id)
      if (before !== null) return (await isRecordedOtherwise(trx, line)) ? alreadySaved('list') : before
      await refuseOddTimes(trx, entry)
      await createAuction(trx, { ...fieldsOf(entry), terms, heroPhoto: null }, id)
      await audit(trx, { actorId, subjectKind: 'auction', ...line })
      return (await staffAuction(trx, id))!
    }),
  )
}

/** Changes an auction that is not published yet. */
export async function changeAuction(
  app: App,
  actorId: string,
  id: string,
  entry: AuctionEntry,
): Promise<StaffAuctionRow | Refusal> {
  return app.db.transaction().execute(async (trx) => {
    const row = await lockStaffAuction(trx, id)
    if (row === null) throw notFound('this auction')
    if (row.published_at !== null) {
      return refuse('auction-published', 'This auction is published, so its terms can’t change.')
    }
    const terms = { ...row.terms, ...ownTerms(entry) }
    const faults = faultsOf({ ...fieldsOf(entry), terms, heroPhoto: null })
    if (faults.length > 0) throw invalidInput(faults)
    const change = {
      before: { currency: row.currency, bidUnit: row.terms.bidUnit },
      after: { currency: entry.currency, bidUnit: terms.bidUnit },
    }
    for (const check of app.extensions.draftChecks) {
      const found = await check(trx, id, change)
      if (found.length > 0) throw invalidInput(found)
    }
    // A draft whose time has passed meanwhile can be changed otherwise; publishing it asks for another time.
    if (entry.startsAt !== row.starts_at) await refuseOddTimes(trx, entry)
    await updateAuction(trx, id, { ...fieldsOf(entry), terms })
    const before = entryOf(row)
    await audit(trx, { actorId, action: 'change-auction', subjectKind: 'auction', subjectId: id, before, after: entry })
    return (await staffAuction(trx, id))!
  })
}

/** A new auction with the terms of another at another time, without its lots. */
export async function cloneAuction(
  app: App,
  actorId: string,
  from: string,
  { id, ...own }: { id: string; title: string; opensAt: number; startsAt: number },
): Promise<StaffAuctionRow | Refusal> {
  return enterOnce(() =>
    app.db.transaction().execute(async (trx) => {
      const line = { action: 'clone-auction', subjectId: id, after: { from, ...own } } as const
      const before = await lockStaffAuction(trx, id)
      if (before !== null) return (await isRecordedOtherwise(trx, line)) ? alreadySaved('list') : before
      const row = await staffAuction(trx, from)
      if (row === null) throw notFound('this auction')
      await refuseOddTimes(trx, own)
      // A hard end stays as far from the first lot as it was.
      const { hardEndAt } = row.terms
      const movedMs = own.startsAt - row.starts_at
      const terms = { ...row.terms, hardEndAt: hardEndAt === null ? null : hardEndAt + movedMs }
      const { kind, location, description, currency, hero_photo: heroPhoto } = row
      await createAuction(trx, { kind, location, description, currency, terms, heroPhoto, ...own }, id)
      await audit(trx, { actorId, subjectKind: 'auction', ...line })
      return (await staffAuction(trx, id))!
    }),
  )
}

/** Bidding takes less than a year: a longer time comes from a slip in a date. */
const BIDDING_MAX_MS = 366 * 86_400_000

type Times = Pick<AuctionEntry, 'opensAt' | 'startsAt' | 'hardEndAt'>

async function refuseOddTimes(trx: Kysely<object>, { opensAt, startsAt, hardEndAt }: Times): Promise<void> {
  await refuseOddTime(trx, 'startsAt', startsAt)
  const faults: FieldFault[] = []
  if (startsAt - opensAt > BIDDING_MAX_MS)
    faults.push({ field: 'opensAt', message: 'This is more than a year before the first lot. Check the year.' })
  if (hardEndAt != null && hardEndAt - startsAt > BIDDING_MAX_MS)
    faults.push({ field: 'hardEndAt', message: 'This is more than a year after the first lot. Check the year.' })
  if (faults.length > 0) throw invalidInput(faults)
}

type OwnTerms = Pick<
  AuctionTerms,
  'lotEveryMs' | 'liveStartMs' | 'extensionWindowMs' | 'extensionMs' | 'bidUnit' | 'increments'
> &
  Partial<Pick<AuctionTerms, 'hardEndAt' | 'buyNowUntil' | 'outageExtensionMs' | 'costs'>>

/** What an entry leaves out is not in it, so that it can be laid over terms that are there. */
function ownTerms(entry: AuctionEntry): OwnTerms {
  const { lotEveryMs, liveStartMs, extensionWindowMs, extensionMs, bidUnit, increments } = entry
  const { hardEndAt, buyNowUntil, outageExtensionMs, costs } = entry
  return {
    lotEveryMs,
    liveStartMs,
    extensionWindowMs,
    extensionMs,
    bidUnit,
    increments,
    ...(hardEndAt === undefined ? {} : { hardEndAt }),
    ...(buyNowUntil === undefined ? {} : { buyNowUntil }),
    ...(outageExtensionMs === undefined ? {} : { outageExtensionMs }),
    ...(costs === undefined ? {} : { costs }),
  }
}

function termsOf(entry: AuctionEntry, app: CompanyTerms): AuctionTerms {
  return { ...usualAuctionTerms(app, entry.kind), ...ownTerms(entry) }
}

function fieldsOf({ title, kind, location, description, currency, opensAt, startsAt }: AuctionEntry) {
  return { title, kind, location, description, currency, opensAt, startsAt }
}

export function entryOf(row: StaffAuctionRow) {
  const { title, kind, location, description, currency, opens_at: opensAt, starts_at: startsAt, terms } = row
  const { lotEveryMs, liveStartMs, extensionWindowMs, extensionMs, bidUnit } = terms
  const { hardEndAt, buyNowUntil, outageExtensionMs, costs = null } = terms
  const increments = terms.increments.map(([from, step]): [number, number] => [from, step])
  const clock = { lotEveryMs, liveStartMs, extensionWindowMs, extensionMs, hardEndAt, outageExtensionMs }
  const own = { ...clock, buyNowUntil, bidUnit, increments, costs } satisfies Partial<AuctionEntry>
  return { title, kind, location, description, currency, opensAt, startsAt, ...own }
}

/** An auction with everything staff may see, published or not. */
export async function readStaffAuction<T>(db: Kysely<T>, id: string): Promise<StaffAuctionRow> {
  const row = await staffAuction(db, id)
  if (row === null) throw notFound('this auction')
  return row
}
