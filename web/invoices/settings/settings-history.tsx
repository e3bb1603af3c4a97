import type { SettingsState } from '#contract/invoices/company-settings.ts'
import { formatMoney, formatShare } from '#web/platform/money.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Table } from '#web/ui/table.tsx'

/** Who changed what and when; renders nothing if there are no changes. */
export function SettingsHistory({ history, currency }: Pick<SettingsState, 'history' | 'currency'>) {
  if (history.length === 0) return null
  return (
    <section className="mt-10">
      <h2 className="mb-3 text-lg">Recent changes</h2>
      <Table caption="Recent changes to settings" dense>
        <thead>
          <tr>
            {['When', 'Who', 'Setting', 'Before', 'After', 'Reason'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {history.map(({ id, at, by, setting, before, after, reason }) => (
            <tr key={id}>
              <td className="whitespace-nowrap">{formatInstant(at)}</td>
              <td>{by}</td>
              <td>{settingWords(setting)}</td>
              <td className="max-w-72 break-words text-slate">{valueWords(before, setting, currency)}</td>
              <td className="max-w-72 break-words">{valueWords(after, setting, currency)}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

/** `membershipFee` as `Membership fee`. */
function settingWords(setting: string): string {
  const words = setting.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const AMOUNTS = new Set(['membershipFee', 'referralReward', 'lateFee', 'perDay', 'from', 'amount'])
const SHARES = new Set(['basisPoints', 'taxBasisPoints', 'hammer', 'premium', 'fee', 'late-fee', 'storage'])

/** A stored value as the form shows it, without the braces; `name` determines the unit of a number. */
function valueWords(value: unknown, name: string, currency: string): string {
  if (value === null || value === undefined) return SHARES.has(name) ? 'the standard rate' : 'none'
  if (name === 'increments' && Array.isArray(value)) return incrementsWords(value as [number, number][], currency)
  if (Array.isArray(value)) {
    return value.length === 0 ? 'none' : value.map((one) => valueWords(one, name, currency)).join('; ')
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(
        ([key, own]) =>
          `${key === 'basisPoints' ? '' : `${settingWords(key).toLowerCase()} `}${valueWords(own, key, currency)}`,
      )
      .join(', ')
  }
  if (typeof value === 'number' && AMOUNTS.has(name)) return formatMoney(value, currency, true)
  if (typeof value === 'number' && SHARES.has(name)) return formatShare(value)
  return String(value as string | number | boolean)
}

function incrementsWords(increments: readonly [number, number][], currency: string): string {
  return increments
    .map(([from, step]) => `${formatMoney(step, currency)} from ${formatMoney(from, currency)}`)
    .join('; ')
}
