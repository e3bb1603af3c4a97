import type { Kysely } from 'kysely'
import type { HouseTerms } from '#contract/auctions.ts'
import type { SaleEntry } from '#contract/sale-entry.ts'
import { audit } from '#server/platform/audit.ts'
import { enterOnce } from '#server/platform/database/enter-once.ts'
import type { House } from '#server/platform/house.ts'
import { invalidInput, notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { createAuction, faultsOf, usualSaleTerms } from './create-auction.ts'
import type { SaleTerms } from './sale.ts'
import { lockStaffSale, staffSale, updateSale, type StaffSaleRow } from './staff-store.ts'

/** Enters a sale, not yet published, under an id that the client made: sent again, it is the same sale. */
export async function enterSale(house: House, actorId: string, id: string, entry: SaleEntry): Promise<StaffSaleRow> {
  const terms = termsOf(entry, await readHouseTerms(house))
  return enterOnce(() =>
    house.db.transaction().execute(async (trx) => {
      const before = await lockStaffSale(trx, id)
      if (before !== null) return before
      await createAuction(trx, { ...fieldsOf(entry), terms, heroPhoto: null }, id)
      await audit(trx, { actorId, act: 'enter-sale', subjectKind: 'auction', subjectId: id, after: entry })
      return (await staffSale(trx, id))!
    }),
  )
}

/** Changes a sale that nobody sees yet. */
export async function changeSale(
  house: House,
  actorId: string,
  id: string,
  entry: SaleEntry,
): Promise<StaffSaleRow | Refusal> {
  return house.db.transaction().execute(async (trx) => {
    const row = await lockStaffSale(trx, id)
    if (row === null) throw notFound('this sale')
    if (row.published_at !== null) {
      return refuse('sale-published', 'This sale is published. What it promises stays as it is.')
    }
    const terms = { ...row.terms, ...ownTerms(entry) }
    const faults = faultsOf({ ...fieldsOf(entry), terms, heroPhoto: null })
    if (faults.length > 0) throw invalidInput(faults)
    await updateSale(trx, id, { ...fieldsOf(entry), terms })
    const before = entryOf(row)
    await audit(trx, { actorId, act: 'change-sale', subjectKind: 'auction', subjectId: id, before, after: entry })
    return (await staffSale(trx, id))!
  })
}

/** A new sale with the terms of another at another time, without its lots. */
export async function cloneSale(
  house: House,
  actorId: string,
  from: string,
  { id, ...own }: { id: string; title: string; opensAt: number; startsAt: number },
): Promise<StaffSaleRow> {
  return enterOnce(() =>
    house.db.transaction().execute(async (trx) => {
      const before = await lockStaffSale(trx, id)
      if (before !== null) return before
      const row = await staffSale(trx, from)
      if (row === null) throw notFound('this sale')
      // A hard end stays as far from the first lot as it was.
      const { hardEndAt } = row.terms
      const movedMs = own.startsAt - row.starts_at
      const terms = { ...row.terms, hardEndAt: hardEndAt === null ? null : hardEndAt + movedMs }
      const { kind, location, description, currency, hero_photo: heroPhoto } = row
      await createAuction(trx, { kind, location, description, currency, terms, heroPhoto, ...own }, id)
      await audit(trx, {
        actorId,
        act: 'clone-sale',
        subjectKind: 'auction',
        subjectId: id,
        after: { from, ...own },
      })
      return (await staffSale(trx, id))!
    }),
  )
}

type OwnTerms = Pick<
  SaleTerms,
  'lotEveryMs' | 'liveStartMs' | 'extensionWindowMs' | 'extensionMs' | 'bidUnit' | 'ladder'
> &
  Partial<Pick<SaleTerms, 'hardEndAt' | 'buyNowUntil' | 'outageExtensionMs'>>

/** What an entry leaves out is not in it, so that it can be laid over terms that are there. */
function ownTerms(entry: SaleEntry): OwnTerms {
  const { lotEveryMs, liveStartMs, extensionWindowMs, extensionMs, bidUnit, ladder } = entry
  const { hardEndAt, buyNowUntil, outageExtensionMs } = entry
  return {
    lotEveryMs,
    liveStartMs,
    extensionWindowMs,
    extensionMs,
    bidUnit,
    ladder,
    ...(hardEndAt === undefined ? {} : { hardEndAt }),
    ...(buyNowUntil === undefined ? {} : { buyNowUntil }),
    ...(outageExtensionMs === undefined ? {} : { outageExtensionMs }),
  }
}

function termsOf(entry: SaleEntry, house: HouseTerms): SaleTerms {
  return { ...usualSaleTerms(house, entry.kind), ...ownTerms(entry) }
}

function fieldsOf({ title, kind, location, description, currency, opensAt, startsAt }: SaleEntry) {
  return { title, kind, location, description, currency, opensAt, startsAt }
}

export function entryOf(row: StaffSaleRow) {
  const { title, kind, location, description, currency, opens_at: opensAt, starts_at: startsAt, terms } = row
  const { lotEveryMs, liveStartMs, extensionWindowMs, extensionMs, bidUnit } = terms
  const { hardEndAt, buyNowUntil, outageExtensionMs } = terms
  const ladder = terms.ladder.map(([from, step]): [number, number] => [from, step])
  const clock = { lotEveryMs, liveStartMs, extensionWindowMs, extensionMs, hardEndAt, outageExtensionMs }
  const own = { ...clock, buyNowUntil, bidUnit, ladder } satisfies Partial<SaleEntry>
  return { title, kind, location, description, currency, opensAt, startsAt, ...own }
}

/** A sale with all that staff know of it, published or not. */
export async function readStaffSale<T>(db: Kysely<T>, id: string): Promise<StaffSaleRow> {
  const row = await staffSale(db, id)
  if (row === null) throw notFound('this sale')
  return row
}
