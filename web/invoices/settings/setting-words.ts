import { formatExactMoney, formatMoney, formatShare } from '#web/platform/money.ts'
import { formatDuration } from '#web/platform/time.ts'

/** `membershipFee` as `Membership fee`. */
export function settingWords(setting: string): string {
  const words = setting.replace(/Ms$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const AMOUNTS = new Set(['membershipFee', 'referralReward', 'lateFee', 'perDay', 'from', 'amount'])
const SHARES = new Set(['basisPoints', 'taxBasisPoints', 'hammer', 'premium', 'fee', 'late-fee', 'storage'])

/** A stored value as the form shows it, without the braces; `name` determines the unit of a number. */
export function settingValueWords(value: unknown, name: string, currency: string): string {
  if (value === null || value === undefined) return SHARES.has(name) ? 'the standard rate' : 'none'
  if (name === 'increments' && Array.isArray(value)) return incrementsWords(value as [number, number][], currency)
  if (Array.isArray(value)) {
    return value.length === 0 ? 'none' : value.map((one) => settingValueWords(one, name, currency)).join('; ')
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(
        ([key, own]) =>
          `${key === 'basisPoints' ? '' : `${settingWords(key).toLowerCase()} `}${settingValueWords(own, key, currency)}`,
      )
      .join(', ')
  }
  if (typeof value === 'number' && name.endsWith('Ms')) return formatDuration(value)
  if (typeof value === 'number' && AMOUNTS.has(name)) return formatExactMoney(value, currency)
  if (typeof value === 'number' && SHARES.has(name)) return formatShare(value)
  return String(value as string | number | boolean)
}

function incrementsWords(increments: readonly [number, number][], currency: string): string {
  return increments
    .map(([from, step]) => `${formatMoney(step, currency)} from ${formatMoney(from, currency)}`)
    .join('; ')
}
