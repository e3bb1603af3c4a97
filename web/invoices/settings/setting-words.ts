import { formatExactMoney, formatMoney, formatShare } from '#web/platform/money.ts'
import { formatDuration } from '#web/platform/time.ts'
import { t } from '#web/platform/language/text.ts'
import type { MoneySetting } from '#contract/invoices/company-settings.ts'

const SETTINGS: Record<MoneySetting, string> = {
  companyName: t`Company name`,
  currency: t`Currency`,
  timeZone: t`Time zone`,
  increments: t`Increments`,
  legal: t`Legal`,
  contact: t`Contact`,
  director: t`Director`,
  brand: t`Brand`,
  bankAccount: t`Bank account`,
  numbering: t`Numbering`,
  membershipFee: t`Membership fee`,
  membershipRefundDays: t`Membership refund days`,
  verificationDays: t`Verification days`,
  referralReward: t`Referral reward`,
  premium: t`Premium`,
  fixedFees: t`Fixed fees`,
  taxLabel: t`Tax label`,
  taxBasisPoints: t`Tax rate`,
  taxByKind: t`Tax by kind`,
  paymentDays: t`Payment days`,
  holidays: t`Holidays`,
  lateFee: t`Late fee`,
  storage: t`Storage`,
  timed: t`Timed`,
  live: t`Live`,
  negotiations: t`Negotiations`,
  documentRetentionDays: t`Document retention days`,
  bidWithdrawalHours: t`Bid withdrawal hours`,
}

/** The parts of settings, before their values: `free days 7`. */
const PARTS: Record<string, string> = {
  name: t`name`,
  taxId: t`tax ID`,
  registration: t`registration`,
  address: t`address`,
  email: t`email`,
  phone: t`phone`,
  office: t`office`,
  letter: t`letter`,
  accent: t`accent`,
  logo: t`logo`,
  portrait: t`portrait`,
  kind: t`kind`,
  holder: t`holder`,
  routingNumber: t`routing number`,
  accountNumber: t`account number`,
  institution: t`institution number`,
  transit: t`transit number`,
  clabe: 'CLABE',
  iban: 'IBAN',
  bic: 'BIC',
  bank: t`bank`,
  invoice: t`invoice`,
  creditNote: t`credit note`,
  label: t`label`,
  amount: t`amount`,
  hammer: t`hammer price`,
  premium: t`premium`,
  fee: t`fixed fees`,
  'late-fee': t`late fee`,
  storage: t`storage`,
  freeDays: t`free days`,
  perDay: t`per day`,
  extensionWindowMs: t`extension window`,
  extensionMs: t`extension`,
  startMs: t`start`,
  boundMs: t`binding`,
  freeMs: t`free`,
}

export function settingWords(setting: string): string {
  return setting in SETTINGS ? SETTINGS[setting as MoneySetting] : wordsOf(setting)
}

/** For settings of earlier releases: `membershipFee` as `Membership fee`. */
function wordsOf(setting: string): string {
  const words = setting.replace(/Ms$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const AMOUNTS = new Set(['membershipFee', 'referralReward', 'lateFee', 'perDay', 'from', 'amount'])
const SHARES = new Set(['basisPoints', 'taxBasisPoints', 'hammer', 'premium', 'fee', 'late-fee', 'storage'])

/** A stored value as the form shows it, without the braces; `name` determines the unit of a number. */
export function settingValueWords(value: unknown, name: string, currency: string): string {
  if (value === null || value === undefined) return SHARES.has(name) ? t`the standard rate` : t`none`
  if (name === 'increments' && Array.isArray(value)) return incrementsWords(value as [number, number][], currency)
  if (Array.isArray(value)) {
    return value.length === 0 ? t`none` : value.map((one) => settingValueWords(one, name, currency)).join('; ')
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([key, own]) => partWords(key, settingValueWords(own, key, currency)))
      .join(', ')
  }
  if (typeof value === 'number' && name.endsWith('Ms')) return formatDuration(value)
  if (typeof value === 'number' && AMOUNTS.has(name)) return formatExactMoney(value, currency)
  if (typeof value === 'number' && SHARES.has(name)) return formatShare(value)
  return String(value as string | number | boolean)
}

function partWords(part: string, amount: string): string {
  if (part === 'from') return t`from ${amount}`
  return part === 'basisPoints' ? amount : `${PARTS[part] ?? wordsOf(part).toLowerCase()} ${amount}`
}

function incrementsWords(increments: readonly [number, number][], currency: string): string {
  return increments
    .map(([from, step]) => t`${formatMoney(step, currency)} from ${formatMoney(from, currency)}`)
    .join('; ')
}
