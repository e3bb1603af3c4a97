import type { SettingsState } from '#contract/house-settings.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Table } from '#web/ui/table.tsx'

/** Who changed what and when; nothing where nobody has. */
export function SettingsHistory({ history }: { history: SettingsState['history'] }) {
  if (history.length === 0) return null
  return (
    <section className="mt-10">
      <h2 className="mb-3 text-lg">Latest changes</h2>
      <Table caption="Latest changes of settings" dense>
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
              <td className="max-w-72 break-words text-slate">{valueWords(before)}</td>
              <td className="max-w-72 break-words">{valueWords(after)}</td>
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

/** A stored value for people who know what they set: names and numbers without the braces. Amounts are minor units. */
function valueWords(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueWords).join('; ')
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, own]) => `${settingWords(name).toLowerCase()} ${valueWords(own)}`)
      .join(', ')
  }
  return String(value as string | number | boolean)
}
