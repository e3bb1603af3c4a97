import type { Say } from './template.ts'

type Subject = {
  /** For the filter. */
  label: string
  /** What one is called; the first whose values are known. */
  names: readonly string[]
  /** When it is gone, or the line is about several. */
  unnamed: string
}

/** What each kind of subject of the audit log is called. The values of the names come from the server (`audit-subjects.ts`). */
const SUBJECTS: Readonly<Record<string, Subject>> = {
  account: { label: 'Account', names: ['{name} (paddle {paddle})'], unnamed: 'an account' },
  auction: { label: 'Auction', names: ['“{title}”'], unnamed: 'an auction' },
  audit: { label: 'Audit log', names: [], unnamed: 'the audit log' },
  'bank-import': { label: 'Bank import', names: ['the bank file “{file}”'], unnamed: 'a bank file' },
  'bank-line': { label: 'Bank line', names: ['the transfer of {payer}'], unnamed: 'a bank line' },
  brand: { label: 'Brand', names: [], unnamed: 'the brand' },
  'canned-answer': { label: 'Canned answer', names: ['the canned answer “{title}”'], unnamed: 'a canned answer' },
  checklist: { label: 'Checklist', names: ['“{entry}”'], unnamed: 'the checklist' },
  company: { label: 'Company', names: [], unnamed: 'the company' },
  content: {
    label: 'Content',
    names: ['the text “{text} ({language})”', 'the text “{text}”'],
    unnamed: 'a text',
  },
  'credit-note': { label: 'Credit note', names: ['credit note {number}'], unnamed: 'a credit note' },
  dispute: { label: 'Dispute', names: [], unnamed: 'a dispute' },
  document: { label: 'Document', names: ['the document “{file}”'], unnamed: 'a document' },
  invoice: { label: 'Invoice', names: ['invoice {number} of {name} (paddle {paddle})'], unnamed: 'an invoice' },
  lot: { label: 'Lot', names: ['lot {number}, {title}', 'the lot of {vehicle}'], unnamed: 'a lot' },
  mail: { label: 'Email', names: ['an email to {name} (paddle {paddle})'], unnamed: 'an email' },
  message: { label: 'Background job', names: ['the background job “{event}”'], unnamed: 'a background job' },
  newsletter: { label: 'Newsletter', names: ['the newsletter “{title}”'], unnamed: 'a newsletter' },
  payment: { label: 'Payment', names: ['the payment of {name} (paddle {paddle})'], unnamed: 'a payment' },
  payout: { label: 'Payout', names: ['payout {number}'], unnamed: 'a payout' },
  photo: { label: 'Photo', names: ['a photo of {vehicle}'], unnamed: 'a photo' },
  'publish-rules': { label: 'Checks before publishing', names: [], unnamed: 'the checks before publishing' },
  question: { label: 'Question', names: ['a question about lot {number}, {title}'], unnamed: 'a question' },
  referral: {
    label: 'Referral reward',
    names: ['the referral reward of {name} (paddle {paddle})'],
    unnamed: 'a referral reward',
  },
  refund: { label: 'Refund', names: ['the refund to {name} (paddle {paddle})'], unnamed: 'a refund' },
  report: { label: 'Report', names: [], unnamed: 'a report' },
  'reserve-request': {
    label: 'Reserve request',
    names: ['the reserve request of {seller} for lot {number}, {title}'],
    unnamed: 'a reserve request',
  },
  risk: {
    label: 'Risk signal',
    names: ['the risk signal of {name} (paddle {paddle}) on lot {number}, {title}'],
    unnamed: 'a risk signal',
  },
  seller: { label: 'Seller', names: ['the seller {name} ({code})'], unnamed: 'a seller' },
  setting: { label: 'Setting', names: ['the setting “{setting}”'], unnamed: 'a setting' },
  'setting-plan': { label: 'Planned settings', names: [], unnamed: 'planned settings' },
  settlement: { label: 'Settlement', names: [], unnamed: 'a settlement' },
  shipping: { label: 'Shipping rates', names: [], unnamed: 'the shipping rates' },
  'staff-invitation': {
    label: 'Staff invitation',
    names: ['the invitation to {email}'],
    unnamed: 'a staff invitation',
  },
  statement: { label: 'Statement', names: ['statement {number} of {seller}'], unnamed: 'a statement' },
  ticket: { label: 'Ticket', names: ['ticket {reference}'], unnamed: 'a ticket' },
  'undeliverable-email': { label: 'Undeliverable email', names: [], unnamed: 'an undeliverable email' },
  vehicle: { label: 'Vehicle', names: ['{vehicle}'], unnamed: 'a vehicle' },
  'vehicle-import': { label: 'Vehicle import', names: ['the file “{file}”'], unnamed: 'a vehicle file' },
  verification: {
    label: 'Verification',
    names: ['the identity document of {name} (paddle {paddle})'],
    unnamed: 'an identity document',
  },
}

/** Values that are labels themselves. */
const LABELS = /^(entry|event|text)$/

/** For translators. A subject is the object of a sentence, and other languages may say its kind: `{vehicle}` is “el vehículo {vehicle}”. */
export const SUBJECT_TEXTS: readonly string[] = Object.values(SUBJECTS).flatMap(({ label, names, unnamed }) => [
  label,
  ...names,
  unnamed,
])

/** What a subject is called; null: a value is missing, because it is gone, or it never had a name. */
export function nameOfSubject(kind: string, values: Readonly<Record<string, string | null>>, say: Say): string | null {
  const isKnown = (template: string) =>
    [...template.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => typeof values[name] === 'string')
  const template = SUBJECTS[kind]?.names.find(isKnown)
  if (template === undefined) return null
  const said = Object.entries(values).map(([name, value]) => [
    name,
    value !== null && LABELS.test(name) ? say(value, {}) : value,
  ])
  return say(template, Object.fromEntries(said) as Record<string, string>)
}

export function unnamedSubject(kind: string, say: Say): string {
  const known = SUBJECTS[kind]
  return known === undefined ? kind.replaceAll('-', ' ') : say(known.unnamed, {})
}

/** `bank-line` as `Bank line`. */
export function labelOfSubject(kind: string, say: Say): string {
  const known = SUBJECTS[kind]
  if (known !== undefined) return say(known.label, {})
  const words = kind.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
