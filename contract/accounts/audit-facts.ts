import { labelOfAction } from '../platform/audit-words.ts'
import { minorUnits, moneyStyle } from '../platform/currency.ts'
import { type Language, LANGUAGES } from '../platform/languages.ts'
import { sizeWords } from '../platform/size-words.ts'
import { sayEnglish, type Say } from '../platform/template.ts'
import { personWords } from './audit-reasons.ts'
import { CODES, PLAIN_FACTS } from './audit-values.ts'

/* How the values of audit lines are called and said. */

type Kind =
  | 'money'
  | 'action'
  | 'label'
  | 'person'
  | 'instant'
  | 'share'
  | 'duration'
  | 'count'
  | 'size'
  | 'words'
  | 'hidden'

/** Who reads a line: in which language, and how their country writes dates. `labelOfCode`: the label of a code of a later feature’s fact. */
export type AuditReader = {
  say: Say
  language: Language
  dateLocale: string
  labelOfCode?: (fact: string, code: string) => string | null
}

export const ENGLISH_READER: AuditReader = { say: sayEnglish, language: 'en', dateLocale: 'en-US' }

type Known = { currency: string; timeZone: string; reader: AuditReader }

/** Facts whose name or value needs more than its own words. `hidden`: ids, which mean nothing to a reader, and long content. */
const FACTS: Readonly<Record<string, { label?: string; kind: Kind }>> = {
  action: { kind: 'action' },
  'audit.subject': { label: 'Kind of record', kind: 'words' },
  amount: { kind: 'money' },
  biddingLimit: { kind: 'money' },
  bidUnit: { kind: 'money' },
  buyNow: { label: 'Buy now', kind: 'money' },
  costs: { label: 'Premium and tax', kind: 'words' },
  credited: { kind: 'money' },
  flat: { kind: 'money' },
  minimum: { kind: 'money' },
  noSaleFee: { kind: 'money' },
  relistFee: { kind: 'money' },
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
  hardEndAt: { label: 'Hard end', kind: 'instant' },
  outageExtensionMs: { label: 'Extension after an outage', kind: 'duration' },
  extensionWindowMs: { label: 'Extension window', kind: 'duration' },
  liveStartMs: { label: 'Live clock', kind: 'duration' },
  lotEveryMs: { label: 'A lot every', kind: 'duration' },
  basisPoints: { label: 'Rate', kind: 'share' },
  clabe: { label: 'CLABE', kind: 'words' },
  institution: { label: 'Institution number', kind: 'words' },
  transit: { label: 'Transit number', kind: 'words' },
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
  after: { kind: 'hidden' },
  cursor: { kind: 'hidden' },
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
  consignorId: { kind: 'hidden' },
  invoiceId: { kind: 'hidden' },
  lotId: { kind: 'hidden' },
  lotIds: { kind: 'hidden' },
  referrerId: { kind: 'hidden' },
  vehicleIds: { kind: 'hidden' },
  owedAgain: { kind: 'money' },
  unused: { kind: 'money' },
  messageId: { kind: 'hidden' },
  noteId: { kind: 'hidden' },
  paymentId: { kind: 'hidden' },
  page: { kind: 'hidden' },
  title: { label: 'Name', kind: 'words' },
  'canned-answer.text': { label: 'Answer', kind: 'words' },
  'newsletter.body': { label: 'Message', kind: 'words' },
  into: { kind: 'person' },
  'publish-rules.title': { label: 'Title', kind: 'words' },
  q: { label: 'Search', kind: 'words' },
  sort: { kind: 'label' },
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

const WORDS = ['none', 'yes', 'no', 'not charged']

/** The labels and the words of values, for translators. */
export function factTexts(): string[] {
  const shown = Object.keys(FACTS).filter((name) => FACTS[name]?.kind !== 'hidden')
  return [...[...shown, ...PLAIN_FACTS, 'from'].map((name) => labelOfFact(name)), ...CODES.map(plainCode), ...WORDS]
}

/** Whether a fact is never shown, or only how many there are. */
export function isWithoutParts(name: string): boolean {
  return /^(hidden|count)$/.test(FACTS[name]?.kind ?? 'words')
}

/** Whether a fact’s label can be translated, or the fact is never shown. */
export function isKnownFact(name: string): boolean {
  return name in FACTS || PLAIN_FACTS.includes(name)
}

/** `extensionWindowMs` as `Extension window`. */
export function labelOfFact(name: string, subjectKind = ''): string {
  const words =
    (FACTS[`${subjectKind}.${name}`] ?? FACTS[name])?.label ??
    spaced(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2')).toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A label within a sentence or a quotation: `late fee`. */
export function labelInSentence(name: string, { say, language }: AuditReader): string {
  const label = say(labelOfFact(name), {})
  return 'capitalNouns' in LANGUAGES[language] ? label : label.toLowerCase()
}

/** A value in words; empty where it has none worth reading. */
export function factWords(name: string, value: unknown, known: Known): string {
  const kind = FACTS[name]?.kind ?? 'words'
  if (kind === 'hidden' || (typeof value === 'string' && ID.test(value))) return ''
  const words = valueWords(kind, value, known, name)
  return words.length > LENGTH_MAX ? '' : words
}

/** A setting in words, however long: it is what the line is about. */
export function settingWords(setting: string, value: unknown, known: Known): string {
  const words = valueWords(FACTS[setting]?.kind ?? 'words', value, known, setting)
  return words.length > 2 * LENGTH_MAX ? `${words.slice(0, 2 * LENGTH_MAX)}…` : words
}

function valueWords(kind: Kind, value: unknown, known: Known, name: string): string {
  const { say, labelOfCode } = known.reader
  if (value === null || value === undefined || value === '') return say('none', {})
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no', {})
  if (kind === 'count' && Array.isArray(value)) return String(value.length)
  if (typeof value === 'number') return numberWords(kind, value, known)
  if (kind === 'person' && typeof value === 'string') return personWords(value, say)
  if (kind === 'action' && typeof value === 'string') return labelOfAction(value, say)
  if (kind === 'label' && typeof value === 'string') return say(value, {})
  if (typeof value === 'string') {
    const label = labelOfCode?.(name, value) ?? (isCode(value) ? plainCode(value) : null)
    return label === null ? value : say(label, {})
  }
  if (Array.isArray(value)) {
    const parts = value.map((one) => valueWords(kind, one, known, name))
    return parts.length === 0 ? say('none', {}) : parts.join(', ')
  }
  return objectWords(value as Readonly<Record<string, unknown>>, known)
}

/** `from $0 10%`: each part with its name. */
function objectWords(value: Readonly<Record<string, unknown>>, known: Known): string {
  return Object.entries(value)
    .filter(([, inner]) => typeof inner !== 'string' || !ID.test(inner))
    .map(([name, inner]) => `${labelInSentence(name, known.reader)} ${valueWords(innerKind(name), inner, known, name)}`)
    .join(' ')
}

/** In settings `from`, `amount` and `perDay` are money, and basis points are shares. */
function innerKind(name: string): Kind {
  if (name === 'from' || name === 'perDay') return 'money'
  if (name === 'basisPoints' || ['hammer', 'premium', 'fee', 'late-fee', 'storage'].includes(name)) return 'share'
  const kind = FACTS[name]?.kind ?? 'words'
  return kind === 'hidden' ? 'words' : kind
}

/** A code, or words of ours such as `not charged`. What people typed so is no text of the catalogs. */
function isCode(text: string): boolean {
  return /^[a-z]+([- ][a-z]+)*$/.test(text)
}

/** Codes that aren’t the words for it: another spelling, and a word that means something else, too. */
const CALLED: Readonly<Record<string, string>> = {
  cancelled: 'canceled',
  registration: 'vehicle registration',
}

/** `reserve-not-met` as `reserve not met`. */
export function plainCode(code: string): string {
  return CALLED[code] ?? spaced(code)
}

function spaced(name: string): string {
  return name.replaceAll(/[-_]/g, ' ')
}

function numberWords(kind: Kind, value: number, { currency, timeZone, reader }: Known): string {
  const { locale } = LANGUAGES[reader.language]
  switch (kind) {
    case 'money':
      return moneyWords(value, currency, locale)
    case 'instant':
      return instantWords(value, timeZone, reader.dateLocale)
    case 'share':
      return (value / 10_000).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 2 })
    case 'duration':
      return durationWords(value)
    case 'size':
      return sizeWords(value, locale)
    default:
      return String(value)
  }
}

const moneyFormats = new Map<string, Intl.NumberFormat>()
const instantFormats = new Map<string, Intl.DateTimeFormat>()

/** Minor units; cents only where there are any. */
function moneyWords(amount: number, currency: string, locale: string): string {
  const unit = minorUnits(currency)
  const isWhole = amount % unit === 0
  const key = `${locale} ${currency} ${isWhole}`
  const whole = isWhole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}
  const format = moneyFormats.get(key) ?? new Intl.NumberFormat(locale, { ...moneyStyle(currency), ...whole })
  moneyFormats.set(key, format)
  return format.format(amount / unit)
}

/** `Nov 22, 2026, 3:10 PM CST`. */
function instantWords(at: number, timeZone: string, locale: string): string {
  const key = `${locale} ${timeZone}`
  const format =
    instantFormats.get(key) ??
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone,
    })
  instantFormats.set(key, format)
  return format.format(at).replaceAll('\u202f', ' ')
}

function durationWords(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000} h`
  return ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1000} s`
}
