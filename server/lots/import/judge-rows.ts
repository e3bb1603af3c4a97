import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { RowNote } from '#contract/platform/file-import.ts'
import type { ImportField } from '#contract/lots/import.ts'
import { isVin } from '#contract/lots/vin.ts'
import type { Money } from '#engine'
import type { StoredAuction } from '#server/auctions/auction.ts'
import { newId } from '#server/platform/id.ts'
import { moneyText } from '#server/platform/money-text.ts'
import { faultsOfAmounts, heldWords, RELEASED_WORDS } from '../create-lot.ts'
import { titleOf } from '../title.ts'
import { columnName, type Reading } from './cells.ts'
import { earlierRows, type VehicleResult } from './import-store.ts'
import type { ReadRow } from './read-row.ts'
import { ownTermsFault, sellerFaults, sellersNamedIn, type SellersByName } from './row-sellers.ts'
import {
  knownVehicles,
  heldLotsOf,
  lockVehicles,
  type HeldLot,
  type KnownVehicle,
  type LotOfRow,
  type VehicleOfRow,
} from './vehicle-store.ts'

/** The result for a batch of rows: an import writes it, a check only records it. */
export type Judged = {
  results: VehicleResult[]
  newVehicles: VehicleOfRow[]
  changedVehicles: VehicleOfRow[]
  newLots: Omit<LotOfRow, 'position'>[]
  changedLots: Omit<LotOfRow, 'position' | 'vehicleId'>[]
}

type Subject = { read: ReadRow; number: number; key: string; hash: string; stock: string | null }

/**
 * Decides the result of every row, in file order. `first`: the number of the first row. `auction`: where they are offered, or null. A row
 * is matched to a vehicle by its VIN, else by its number in the seller's list, else by its whole content.
 */
export async function judgeRows<T>(
  trx: Kysely<T>,
  row: { id: string; begunBy: string },
  first: number,
  reads: ReadRow[],
  auction: StoredAuction | null,
  reading: Reading,
): Promise<Judged> {
  const subjects = reads.map((read, index) => subjectOf(read, first + index))
  const before = await linesBefore(trx, row.id, first, subjects)
  const known = await vehiclesOf(trx, subjects)
  const vehicleIds = [
    ...new Set([...known.byKey.values(), ...known.byVin.values(), ...known.byStock.values()].map(({ id }) => id)),
  ]
  // Locks the vehicles' rows by ascending id: until the commit no other transaction enters one of them.
  if (auction !== null) await lockVehicles(trx, vehicleIds)
  const lots = await heldLotsOf(trx, vehicleIds)
  const sellers = await sellersNamedIn(trx, reads)
  const judged: Judged = { results: [], newVehicles: [], changedVehicles: [], newLots: [], changedLots: [] }
  const batch = { before, known, auction, reading, judged, sellers, actorId: row.begunBy }
  for (const subject of subjects) {
    const notes: Note[] = [...subject.read.notes]
    const found = subject.read.identity === null ? undefined : vehicleOf(subject, known)
    const open = found === undefined ? undefined : lots.find(({ vehicle_id: id }) => id === found.id)
    const verdict = judge(subject, { ...batch, found, open, notes })
    const { number, key, stock } = subject
    judged.results.push({ number, key, stockNumber: stock, notes, ...verdict })
    if (verdict.outcome !== 'faulty') remember(subject, before)
  }
  return judged
}

type Note = Omit<RowNote, 'line'>
type Situation = {
  found: KnownVehicle | undefined
  open: HeldLot | undefined
  before: Before
  known: Known
  auction: StoredAuction | null
  reading: Reading
  notes: Note[]
  judged: Judged
  sellers: SellersByName
  actorId: string
}

type Verdict = Pick<VehicleResult, 'outcome' | 'vehicleId' | 'effect' | 'lotId'>

function judge(subject: Subject, situation: Situation): Verdict {
  const { found, notes, judged, sellers, reading } = situation
  const isByHand = found !== undefined && found.hash === null
  const isSame = found !== undefined && (isByHand || found.hash === subject.hash)
  const faults = [
    ...standingFaults(subject, situation),
    ...offerFaults(subject, situation),
    ...sellerFaults(subject.read, sellers, reading),
    ...ownTermsFaults(subject, isSame, situation),
  ]
  notes.push(...faults)
  if (subject.read.entry === null || faults.length > 0) {
    return { outcome: 'faulty', vehicleId: found?.id ?? null, effect: null, lotId: null }
  }
  const vehicle = vehicleFrom(subject, found?.id ?? newId(), reading.currency)
  if (isByHand) notes.push(remark('This vehicle was entered or changed by hand, so the file doesn’t overwrite it.'))
  if (found === undefined) judged.newVehicles.push(vehicle)
  else if (!isSame) judged.changedVehicles.push(vehicle)
  const consignorId = sellers.get(subject.read.seller ?? '')?.[0]?.id ?? null
  const lot = offer(vehicle, isSame, { consignorId, guide: subject.read.guide }, situation)
  const isChanged = !isSame || lot === 'changed'
  const lotId = lot === 'known' || lot === 'changed' ? null : lot.id
  const effect = found === undefined ? 'made' : isChanged ? 'changed' : null
  const outcome = found === undefined || lotId !== null ? 'fresh' : isChanged ? 'changed' : 'known'
  return { outcome, vehicleId: vehicle.id, effect, lotId }
}

/** The fault of a row that would set the terms of the importing person's own vehicle; nothing where they stay as they are. */
function ownTermsFaults({ read }: Subject, isSame: boolean, { open, auction, reading, ...who }: Situation): Note[] {
  const isOffered = auction !== null && open === undefined
  if (!hasTerms(read) || (isSame && !isOffered)) return []
  return ownTermsFault(read, { ...who, lotSellers: open?.seller_ids ?? [] }, reading)
}

/** Faults from conflicts with other rows and vehicles. */
function standingFaults({ key, stock }: Subject, { found, open, before, known, auction }: Situation): Note[] {
  const faults: Note[] = []
  const sameVehicleLine = before.byKey.get(key)
  if (sameVehicleLine !== undefined) faults.push(fault(`The same vehicle is on line ${sameVehicleLine}.`))
  const holder = stock === null ? undefined : known.byStock.get(stock)
  const line = stock === null ? undefined : before.byStock.get(stock)
  const isTaken = holder !== undefined && holder.id !== found?.id
  if (sameVehicleLine === undefined && (isTaken || line !== undefined)) {
    const where = line === undefined ? 'another vehicle' : `the vehicle on line ${line}`
    faults.push(fault(`This stock number already belongs to ${where}.`))
  }
  if (open !== undefined && auction !== null && (open.outcome !== null || open.auction_id !== auction.id)) {
    faults.push(fault(heldWords(open)))
  }
  if (auction !== null && found?.is_released === true) faults.push(fault(RELEASED_WORDS))
  return faults
}

/** Faults of the lot this row would create or change. */
function offerFaults({ read, hash }: Subject, { found, open, auction, reading }: Situation): Note[] {
  if (read.identity === null) return []
  const isChange = read.entry !== null && found !== undefined && found.hash !== null && found.hash !== hash
  if (isChange && open?.is_published === true && (open.outcome === null || auction === null)) {
    return [fault(`Lot ${open.lot_number} with this vehicle is published. Change the lot there.`)]
  }
  if (auction === null || open !== undefined) return []
  const { openingBid, reserve, buyNow } = read.terms
  const of = (field: string, message: string) => ({
    ...fault(message),
    column: columnName(field as ImportField, reading),
  })
  if (openingBid === null) {
    return read.faulty.has('openingBid') ? [] : [of('openingBid', 'A lot needs an opening bid.')]
  }
  const { bidUnit } = auction.terms
  const amounts: Partial<Record<string, Money | null>> = { openingBid, reserve, buyNow }
  return faultsOfAmounts({ openingBid, reserve, buyNow }, bidUnit)
    .filter(({ field }) => !read.faulty.has(field as ImportField))
    .map(({ field, message }) => {
      const amount = amounts[field] ?? 0
      const unit =
        amount % bidUnit === 0 ? '' : ` The bid unit of this auction is ${moneyText(bidUnit, auction.currency)}.`
      return { ...of(field, message + unit), value: moneyText(amount, auction.currency) }
    })
}

/** Puts the vehicle into the auction as a new lot, or applies the row's terms to its lot there, as long as no one can bid on it. */
function offer(
  vehicle: VehicleOfRow,
  isSame: boolean,
  named: Pick<LotOfRow, 'consignorId' | 'guide'>,
  { open, auction, judged }: Situation,
): { id: string } | 'changed' | 'known' {
  if (vehicle.terms === null) return 'known'
  const { openingBid, reserve, buyNow } = vehicle.terms
  const title = titleOf(vehicle.entry)
  if (open === undefined) {
    if (auction === null || openingBid === null) return 'known'
    const id = newId()
    judged.newLots.push({ id, vehicleId: vehicle.id, title, openingBid, reserve, buyNow, ...named })
    return { id }
  }
  if (isSame || open.is_published) return 'known'
  const amounts = { openingBid: openingBid ?? open.opening_bid, reserve, buyNow }
  judged.changedLots.push({ id: open.id, title, ...amounts, ...named })
  return 'changed'
}

function vehicleFrom({ read, key, hash }: Subject, id: string, currency: string): VehicleOfRow {
  const { entry, photos, terms, guide } = read
  return {
    id,
    entry: entry!,
    key,
    hash,
    photos,
    terms: hasTerms(read) ? { ...terms, currency, ...(guide === null ? {} : { guide }) } : null,
  }
}

function hasTerms({ guide, terms }: ReadRow): boolean {
  return guide !== null || Object.values(terms).some((amount: Money | null) => amount !== null)
}

function fault(message: string): Note {
  return { column: null, value: '', message, isFault: true }
}

function remark(message: string): Note {
  return { column: null, value: '', message, isFault: false }
}

function subjectOf(read: ReadRow, number: number): Subject {
  const { entry, identity, terms, guide, photos, seller } = read
  // Without a seller or an estimate as before there were these columns, so that old files are still recognized.
  const hash = digest(
    JSON.stringify([entry, terms, photos, ...(seller === null ? [] : [seller]), ...(guide === null ? [] : [guide])]),
  )
  if (identity === null) return { read, number, key: digest(`row:${number}`), hash, stock: null }
  const { vin, source } = identity
  const stock = identity.stockNumber?.toLowerCase() ?? null
  const isNumbered = vin !== null && isVin(vin)
  const name = isNumbered ? `vin:${vin}` : stock === null ? `row:${hash}` : `stock:${source}\n${stock}`
  return { read, number, key: digest(name), hash, stock }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

type Before = { byKey: Map<string, number>; byStock: Map<string, number> }

async function linesBefore<T>(trx: Kysely<T>, id: string, first: number, subjects: Subject[]): Promise<Before> {
  const keys = subjects.map(({ key }) => Buffer.from(key, 'hex'))
  const rows = await earlierRows(trx, id, first, keys, stocksOf(subjects))
  return {
    byKey: new Map(rows.map(({ key, line }) => [key, line])),
    byStock: new Map(rows.flatMap(({ stock_number: stock, line }) => (stock === null ? [] : [[stock, line] as const]))),
  }
}

function remember({ read, key, stock }: Subject, { byKey, byStock }: Before): void {
  byKey.set(key, read.line)
  if (stock !== null) byStock.set(stock, read.line)
}

type Known = Record<'byKey' | 'byVin' | 'byStock', Map<string, KnownVehicle>>

async function vehiclesOf<T>(trx: Kysely<T>, subjects: Subject[]): Promise<Known> {
  const entries = subjects.flatMap(({ read }) => read.identity ?? [])
  const source = entries[0]?.source ?? ''
  const found = await knownVehicles(trx, {
    keys: subjects.map(({ key }) => Buffer.from(key, 'hex')),
    vins: entries.flatMap(({ vin }) => (vin !== null && isVin(vin) ? [vin] : [])),
    source,
    stockNumbers: stocksOf(subjects),
  })
  const by = (name: (one: KnownVehicle) => string | null) =>
    new Map(found.flatMap((one) => (name(one) === null ? [] : [[name(one) ?? '', one] as const])))
  return {
    byKey: by(({ key }) => key),
    byVin: by(({ vin }) => vin),
    byStock: by((one) => (one.source === source ? one.stock_number : null)),
  }
}

function vehicleOf({ key, read, stock }: Subject, known: Known): KnownVehicle | undefined {
  const vin = read.identity?.vin ?? null
  const isNumbered = vin !== null && isVin(vin)
  if (isNumbered) return known.byKey.get(key) ?? known.byVin.get(vin)
  return known.byKey.get(key) ?? (stock === null ? undefined : known.byStock.get(stock))
}

function stocksOf(subjects: Subject[]): string[] {
  return subjects.flatMap(({ stock }) => stock ?? [])
}
