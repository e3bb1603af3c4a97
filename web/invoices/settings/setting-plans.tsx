import { useQueryClient } from '@tanstack/react-query'
import { cancelSettingPlan, readSettings, type SettingPlan } from '#contract/invoices/company-settings.ts'
import { useCall } from '#web/platform/forms/use-action.ts'
import { settingsSaved } from '#web/platform/staff-settings.ts'
import { formatInstant } from '#web/platform/time.ts'
import { ConfirmedAction } from '#web/ui/confirm-dialog.tsx'
import { Heads, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { settingValueWords, settingWords } from './setting-words.ts'
import { t } from '#web/platform/language/text.ts'

/** Changes that take effect later; renders nothing if there are none. */
export function SettingPlans({ plans, currency }: { plans: readonly SettingPlan[]; currency: string }) {
  if (plans.length === 0) return null
  return (
    <section className="mt-10">
      <h2 className="mb-3 text-lg">{t`Planned changes`}</h2>
      <Table caption={t`Planned changes of settings`} dense>
        <Heads of={[t`From`, t`Who`, t`Changes`, t`Reason`, { unseen: t`Action` }]} />
        <tbody>
          {plans.map((plan) => (
            <tr key={plan.id}>
              <td className="whitespace-nowrap">{formatInstant(plan.effectiveAt)}</td>
              <td>{plan.by}</td>
              <td className="max-w-96 break-words">
                {Object.entries(plan.changes)
                  .map(([name, value]) => `${settingWords(name)}: ${settingValueWords(value, name, currency)}`)
                  .join('. ')}
              </td>
              <td>{plan.reason}</td>
              <td className="text-right">
                <CancelPlan plan={plan} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

function CancelPlan({ plan }: { plan: SettingPlan }) {
  const client = useQueryClient()
  const cancel = useCall(cancelSettingPlan)
  return (
    <ConfirmedAction
      label={t`Cancel plan`}
      title={t`Cancel this planned change?`}
      words={t`The settings stay as they are on ${formatInstant(plan.effectiveAt)}. You can’t undo this, only plan the change again.`}
      action={t`Cancel plan`}
      cancel={t`Keep plan`}
      variant="destructive"
      onAction={async () => {
        settingsSaved(client, readSettings, await cancel({ params: { planId: plan.id } }))
        toast({ title: t`Planned change canceled` })
      }}
    />
  )
}
