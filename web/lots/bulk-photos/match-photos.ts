import type { EnteredLot } from '#contract/lots/lot-entry.ts'
import { locale } from '#web/platform/language/language.ts'
import { t } from '#web/platform/language/text.ts'

/** A file with its folders, such as `Friday/S-101/3.jpg`. */
export type PathFile = { path: string; file: File }
export type MatchedLot = Pick<EnteredLot, 'id' | 'vehicleId' | 'lotNumber' | 'title' | 'vin' | 'stockNumber'>

/** The files of each lot in order, by its id; the files that name no lot, or more than one; and the names of those that are no photos. */
export type PhotoMatch = {
  byLot: Map<string, PathFile[]>
  unmatched: (PathFile & { reason: string })[]
  others: string[]
}

const PICTURE = /\.(jpe?g|png|webp|heic|heif)$/i
/** Numbers shorter than this are usually the photographer's count: they name a lot only as a folder. */
const STOCK_DIGITS_MIN = 4
/** The serial number at the end of a VIN. */
const VIN_TAILS = [8, 6]

/** How a file can name a lot, the surest first. */
const WAYS: ((path: string[], lot: MatchedLot) => boolean)[] = [
  (path, { vin }) =>
    vin !== null && path.some((part) => part.replaceAll('-', '').includes(bare(vin).replaceAll('-', ''))),
  (path, { stockNumber }) => stockNumber !== null && namesStock(path, bare(stockNumber)),
  (path, { lotNumber }) =>
    path.some((part) => new RegExp(`(^|-)lot-?0*${lotNumber}(-|$)`).test(part)) ||
    path.slice(0, -1).some((folder) => folder === String(lotNumber)),
  (path, { vin }) =>
    vin !== null && VIN_TAILS.some((length) => path.some((part) => hasWord(part, vin.slice(-length).toLowerCase()))),
]

/** Finds the lot of each picture by VIN, stock number or lot number in the names of the file and of its folders. */
export function matchPhotos(files: readonly PathFile[], lots: readonly MatchedLot[]): PhotoMatch {
  const isHidden = ({ path }: PathFile) => /(^|\/)(\.[^/]*|Thumbs\.db|desktop\.ini)$/i.test(path)
  const others = files.filter((one) => !PICTURE.test(one.path) && !isHidden(one)).map(({ file }) => file.name)
  const match: PhotoMatch = { byLot: new Map(), unmatched: [], others }
  for (const one of files.filter(({ path }) => PICTURE.test(path)).toSorted(byNumber)) {
    const path = one.path
      .replace(/\.\w+$/, '')
      .split('/')
      .map(bare)
    const found = WAYS.map((names) => lots.filter((lot) => names(path, lot))).find(({ length }) => length > 0) ?? []
    const [lot] = found
    if (lot !== undefined && found.length === 1) match.byLot.set(lot.id, [...(match.byLot.get(lot.id) ?? []), one])
    else match.unmatched.push({ ...one, reason: reasonOf(found) })
  }
  return match
}

function reasonOf(found: readonly MatchedLot[]): string {
  if (found.length === 0) return t`No lot here has the stock number, VIN or lot number in its name.`
  const lots = new Intl.ListFormat(locale).format(found.map(({ lotNumber }) => String(lotNumber)))
  return t`It names lots ${lots}.`
}

function namesStock(path: readonly string[], stock: string): boolean {
  const isShort = /^\d+$/.test(stock) && stock.length < STOCK_DIGITS_MIN
  return isShort ? path.slice(0, -1).includes(stock) : path.some((part) => hasWord(part, stock))
}

function hasWord(part: string, word: string): boolean {
  return word !== '' && `-${part}-`.includes(`-${word}-`)
}

/** Lower case, with one dash for everything that is neither a letter nor a digit. */
function bare(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** `2.jpg` before `10.jpg`. */
function byNumber(a: PathFile, b: PathFile): number {
  return collator.compare(a.path, b.path)
}
