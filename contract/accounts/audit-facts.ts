import { minorUnits, moneyStyle } from '../platform/currency.ts'
import { sizeWords } from '../platform/size-words.ts'

/* How the values of audit lines are called and said. */

type Kind = 'money' | 'instant' | 'share' | 'duration' | 'count' | 'size' | 'words' | 'hidden'

type Known = { currency: string; timeZone: string }

/** Facts whose name or value needs more than its own words. `hidden`: ids, which mean nothing to a reader, and long content. */
const FACTS: Readonly<Record<string, { label?: string; kind: Kind }>> = {
  amount: { kind: 'money' },
  biddingLimit: { kind: 'money' },
  bidUnit: { kind: 'money' },
  buyNow: { label: 'Buy now', kind: 'money' },
  costs: { label: 'Premium and tax', kind: 'words' },
  credited: { kind: 'money' },
  guide: { label: 'Guide price', kind: 'money' },
  high: { kind: 'money' },
  increments: { kind: 'money' },
  lateFee: { kind: 'money' },
  low: { kind: 'money' },
  membershipFee: { kind: 'money' },
  net: { label: 'Net', kind: 'money' },
  openingBid: { label: 'Opening bid', kind: 'money' },
  paid: { kind: 'money' },
  price: { kind: 'money' },
  referralReward: { kind: 'money' },
  remaining: { label: 'Unmatched', kind: 'money' },
  reserve: { kind: 'money' },
  total: { kind: 'money' },
  taxBasisPoints: { label: 'Tax', kind: 'share' },
  closesAt: { label: 'Ends', kind: 'instant' },
  opensAt: { label: 'Opens', kind: 'instant' },
  publishAt: { label: 'Published', kind: 'instant' },
  sendAt: { label: 'Sent', kind: 'instant' },
  startsAt: { label: 'Starts', kind: 'instant' },
  boundMs: { label: 'Binding', kind: 'duration' },
  freeMs: { label: 'Offers', kind: 'duration' },
  startMs: { label: 'Start', kind: 'duration' },
  extensionMs: { label: 'Extension', kind: 'duration' },
  extensionWindowMs: { label: 'Extension window', kind: 'duration' },
  liveStartMs: { label: 'Live clock', kind: 'duration' },
  lotEveryMs: { label: 'A lot every', kind: 'duration' },
  basisPoints: { label: 'Rate', kind: 'share' },
  bytes: { label: 'Size', kind: 'size' },
  size: { kind: 'size' },
  colour: { label: 'Color', kind: 'words' },
  lots: { kind: 'count' },
  marks: { kind: 'count' },
  paddle: { label: 'High bidder’s paddle', kind: 'words' },
  payments: { kind: 'count' },
  pins: { label: 'Marks', kind: 'count' },
  voided: { label: 'Bids voided', kind: 'count' },
  accountId: { kind: 'hidden' },
  assigneeId: { label: 'Assignee', kind: 'hidden' },
  auctionId: { kind: 'hidden' },
  content: { kind: 'hidden' },
  creditNoteId: { kind: 'hidden' },
  currency: { kind: 'words' },
  from: { kind: 'hidden' },
  grantId: { kind: 'hidden' },
  id: { kind: 'hidden' },
  ids: { kind: 'hidden' },
  lines: { kind: 'hidden' },
  lotIds: { kind: 'hidden' },
  messageId: { kind: 'hidden' },
  noteId: { kind: 'hidden' },
  paymentId: { kind: 'hidden' },
  page: { kind: 'hidden' },
  q: { label: 'Search', kind: 'words' },
  refundId: { kind: 'hidden' },
  sellerId: { kind: 'hidden' },
  sequence: { kind: 'hidden' },
  draftVehicles: { label: 'Vehicles in drafts', kind: 'count' },
  kept: { label: 'Kept', kind: 'count' },
  strikeId: { kind: 'hidden' },
  strikeLimit: { label: 'Limit after strikes', kind: 'money' },
  startLimit: { label: 'Limit of new members', kind: 'money' },
  vehicleId: { kind: 'hidden' },
  versionId: { kind: 'hidden' },
}

/** Names nothing that a person knows. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Longer values are in the exported file. */
const LENGTH_MAX = 160

/** `extensionWindowMs` as `Extension window`. */
export function labelOfFact(name: string): string {
  const words =
    FACTS[name]?.label ??
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll(/[-_]/g, ' ')
      .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A value in words; empty where it has none worth reading. */
export function factWords(name: string, value: unknown, known: Known): string {
  const kind = FACTS[name]?.kind ?? 'words'
  if (kind === 'hidden' || (typeof value === 'string' && ID.test(value))) return ''
  const words = valueWords(kind, value, known)
  return words.length > LENGTH_MAX ? '' : words
}

/** A setting in words, however long: it is what the line is about. */
export function settingWords(setting: string, value: unknown, known: Known): string {
  const words = valueWords(FACTS[setting]?.kind ?? 'words', value, known)
  return words.length > 2 * LENGTH_MAX ? `${words.slice(0, 2 * LENGTH_MAX)}…` : words
}

function valueWords(kind: Kind, value: unknown, known: Known): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (kind === 'count' && Array.isArray(value)) return String(value.length)
  if (typeof value === 'number') return numberWords(kind, value, known)
  if (typeof value === 'string') return isCode(value) ? value.replaceAll('-', ' ') : value
  if (Array.isArray(value)) {
    const parts = value.map((one) => valueWords(kind, one, known))
    return parts.length === 0 ? 'none' : parts.join(', ')
  }
  return objectWords(value as Readonly<Record<string, unknown>>, known)
}

/** `from $0 10%`: each part with its name. */
function objectWords(value: Readonly<Record<string, unknown>>, known: Known): string {
  return Object.entries(value)
    .map(([name, inner]) => `${labelOfFact(name).toLowerCase()} ${valueWords(innerKind(name), inner, known)}`)
    .join(' ')
}

/** In settings `from`, `amount` and `perDay` are money, and basis points are shares. */
function innerKind(name: string): Kind {
  if (name === 'from' || name === 'perDay') return 'money'
  if (name === 'basisPoints' || ['hammer', 'premium', 'fee', 'late-fee', 'storage'].includes(name)) return 'share'
  const kind = FACTS[name]?.kind ?? 'words'
  return kind === 'hidden' ? 'words' : kind
}

function isCode(text: string): boolean {
  return /^[a-z]+(-[a-z]+)+$/.test(text)
}

function numberWords(kind: Kind, value: number, { currency, timeZone }: Known): string {
  switch (kind) {
    case 'money':
      return moneyWords(value, currency)
    case 'instant':
      return instantWords(value, timeZone)
    case 'share':
      return `${value / 100}%`
    case 'duration':
      return durationWords(value)
    case 'size':
      return sizeWords(value, 'en-US')
    default:
      return String(value)
  }
}

const moneyFormats = new Map<string, Intl.NumberFormat>()
const instantFormats = new Map<string, Intl.DateTimeFormat>()

/** Minor units; cents only where there are any. */
function moneyWords(amount: number, currency: string): string {
  const format = moneyFormats.get(currency) ?? new Intl.NumberFormat('en-US', moneyStyle(currency))
  moneyFormats.set(currency, format)
  const unit = minorUnits(currency)
  const words = format.format(amount / unit)
  return amount % unit === 0 ? words.replace(/\.0+$/, '') : words
}

/** `Nov 22, 2026, 3:10 PM CST`. */
function instantWords(at: number, timeZone: string): string {
  const format =
    instantFormats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone,
    })
  instantFormats.set(timeZone, format)
  return format.format(at).replaceAll('\u202f', ' ')
}

function durationWords(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000} h`
  return ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1000} s`
}
