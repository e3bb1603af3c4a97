import { MoneySettings, type MoneySetting, type SettingsState } from '#contract/invoices/company-settings.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Heads, Table } from '#web/ui/table.tsx'
import { settingValueWords, settingWords } from './setting-words.ts'
import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** Who changed what and when; renders nothing if there are no changes. `onRestore`: puts an earlier value into the form. */
export function SettingsHistory({
  history,
  currency,
  onRestore,
}: Pick<SettingsState, 'history' | 'currency'> & { onRestore: (setting: MoneySetting, value: unknown) => void }) {
  if (history.length === 0) return null
  return (
    <section id="history" className="mt-10">
      <h2 className="mb-3 text-lg">{t`Recent changes`}</h2>
      <Table caption={t`Recent changes to settings`} dense>
        <Heads of={[t`When`, t`Who`, t`Setting`, t`Before`, t`After`, t`Reason`, { unseen: t`Action` }]} />
        <tbody>
          {history.map(({ id, at, by, setting, before, after, reason }) => (
            <tr key={id}>
              <td className="whitespace-nowrap">{formatInstant(at)}</td>
              <td>{by}</td>
              <td>{settingWords(setting)}</td>
              <td className="max-w-72 break-words text-slate">{settingValueWords(before, setting, currency)}</td>
              <td className="max-w-72 break-words">{settingValueWords(after, setting, currency)}</td>
              <td>{reason}</td>
              <td className="text-right">
                {isSetting(setting) ? (
                  <Button variant="outline" size="sm" onClick={() => onRestore(setting, before)}>
                    <Trans>
                      Restore<span className="sr-only"> “{settingWords(setting)}” from before</span>
                    </Trans>
                  </Button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

/** A setting of an earlier release may be gone. */
function isSetting(name: string): name is MoneySetting {
  return name in MoneySettings.shape
}
