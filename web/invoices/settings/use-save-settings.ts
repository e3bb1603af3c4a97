import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  changeSettings,
  type MoneySettings,
  planSettings,
  readSettings,
  type SettingsState,
} from '#contract/invoices/company-settings.ts'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { call } from '#web/platform/request.ts'
import { settingsSaved } from '#web/platform/staff-settings.ts'
import { formatInstant } from '#web/platform/time.ts'
import { typedTime } from '#web/ui/date-time-input.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/platform/language/text.ts'

const newPlanId = () => crypto.randomUUID()

/** Saves changes now, or plans them. `onPlanned`: the stored values are still the same. */
export function useSaveSettings(
  state: SettingsState,
  changes: Partial<MoneySettings>,
  onPlanned: (settings: MoneySettings) => void,
) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  /** When the changes take effect, in the viewer's time zone; empty: at once. */
  const [from, setFrom] = useState('')
  const [planId, setPlanId] = useState(newPlanId)
  const save = useMutation({
    mutationFn: () => {
      const given = { changes, reason: reason.trim() }
      const effectiveAt = typedTime(from)
      return effectiveAt === null
        ? call(changeSettings, { body: { version: state.version, ...given } })
        : call(planSettings, { body: { planId, effectiveAt, ...given } })
    },
  })
  const { run, busy } = useSingleFlight(async (_event: FormEvent) => {
    const saved = await save.mutateAsync().catch(() => null)
    if (saved === null) return
    settingsSaved(client, readSettings, saved)
    if (from === '') {
      toast({ title: t`Settings saved`, description: t`They apply to all new auctions and payments.` })
      return
    }
    const start = formatInstant(new Date(from).getTime())
    toast({ title: t`Change planned`, description: t`From ${start}.` })
    onPlanned(saved.settings)
    setFrom('')
    setPlanId(newPlanId())
  })
  return {
    run,
    busy,
    error: save.error,
    /** Forgets the last error, because something was changed. */
    touched: () => save.reset(),
    reason,
    setReason,
    from,
    setFrom(text: string) {
      save.reset()
      setFrom(text)
    },
  }
}
