import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useState } from 'react'
import {
  changeSettings,
  type MoneySettings,
  previewSettings,
  readSettings,
  type SettingsState,
} from '#contract/invoices/company-settings.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { fieldFaults } from '#web/platform/forms/request-faults.ts'
import { onSubmitOf, useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { settingsSaved, useStaffSettings } from '#web/platform/staff-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { IncrementsSection, PlaceSection } from './setting-app.tsx'
import { FeeSection, FixedFeesSection, PremiumSection, TaxSection } from './setting-prices.tsx'
import { BrandSection } from './setting-brand.tsx'
import type { Draft } from './setting-section.tsx'
import { AccountSection, LateSection, LegalSection } from './setting-terms.tsx'
import { SettingsEffect } from './settings-effect.tsx'
import { SettingsHistory } from './settings-history.tsx'

/** The company's money settings: changed together, previewed first, stored with who changed them. */
export default function AdminSettings() {
  const { data, error } = useStaffSettings(readSettings)
  return (
    <>
      <h1 className="text-xl">Money settings</h1>
      {data !== undefined ? (
        <>
          <SettingsForm key={data.version} state={data} />
          <SettingsHistory history={data.history} currency={data.currency} />
        </>
      ) : error !== null ? (
        <RequestFailed title="Couldn’t load the settings" failure={error} />
      ) : (
        <Skeleton className="mt-6 h-96" />
      )}
    </>
  )
}

function SettingsForm({ state }: { state: SettingsState }) {
  const client = useQueryClient()
  const [settings, setSettings] = useState(state.settings)
  const [reason, setReason] = useState('')
  const changes = changesBetween(state.settings, settings)
  const save = useMutation({
    mutationFn: () => call(changeSettings, { body: { version: state.version, changes, reason: reason.trim() } }),
  })
  const preview = usePreview(changes)
  const faults = [...fieldFaults(save.error), ...fieldFaults(preview.error)]
  const draft: Draft = {
    settings,
    currency: state.currency,
    set(own) {
      save.reset()
      setSettings({ ...settings, ...own })
    },
    faultOf: (field) => faults.find((fault) => isAbout(fault.field, field))?.message,
  }
  const { run, busy } = useSingleFlight(async (_event: FormEvent) => {
    const saved = await save.mutateAsync().catch(() => null)
    if (saved === null) return
    settingsSaved(client, readSettings, saved)
    toast({ title: 'Settings saved', description: 'They apply to all new auctions and payments.' })
  })
  const isChanged = Object.keys(changes).length > 0
  const canSave = isChanged && !hasNaN(changes) && preview.error === null
  return (
    <form noValidate onSubmit={onSubmitOf(run)} className="mt-4 grid gap-x-12 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="min-w-0">
        <FeeSection {...draft} />
        <BrandSection {...draft} />
        <PlaceSection {...draft} />
        <IncrementsSection {...draft} />
        <PremiumSection {...draft} />
        <FixedFeesSection {...draft} />
        <TaxSection {...draft} />
        <LateSection {...draft} />
        <AccountSection {...draft} />
        <LegalSection {...draft} />
      </div>
      <aside aria-label="Changes" className="min-w-0 border-t border-line pt-6 xl:sticky xl:top-6 xl:self-start">
        <h2 className="mb-3 text-lg">Changes</h2>
        <Outlook changes={changes} preview={preview} currency={state.currency} />
        {isChanged ? <Save reason={reason} onReason={setReason} openLots={state.openLots} /> : null}
        {save.error === null ? null : (
          <div className="mt-4">
            <RequestFailed title="Nothing was saved" failure={save.error} />
          </div>
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          <Button type="submit" disabled={!canSave} aria-disabled={busy}>
            {busy ? 'Saving' : 'Save settings'}
          </Button>
          {isChanged ? (
            <Button variant="outline" onClick={() => setSettings(state.settings)}>
              Discard changes
            </Button>
          ) : null}
        </div>
      </aside>
    </form>
  )
}

/** What the changes would do, or why that cannot be said yet. */
function Outlook({
  changes,
  preview: { data, error },
  currency,
}: {
  changes: Partial<MoneySettings>
  preview: ReturnType<typeof usePreview>
  currency: string
}) {
  if (Object.keys(changes).length === 0) {
    return <p className="text-slate">No changes yet. You see their effect here before you save.</p>
  }
  if (hasNaN(changes)) return <p className="font-semibold text-outbid">A number is missing.</p>
  if (error !== null) return <p className="font-semibold text-outbid">{failureMessage(error)}</p>
  if (data === undefined) return <Skeleton className="h-32" />
  return <SettingsEffect preview={data} currency={currency} />
}

function Save({ reason, onReason, openLots }: { reason: string; onReason: (text: string) => void; openLots: number }) {
  return (
    <div className="mt-4 flex flex-col gap-4">
      <p className="max-w-prose text-slate">
        Issued invoices don’t change.
        {openLots === 0
          ? ''
          : ` ${openLots === 1 ? 'One lot is' : `${openLots} lots are`} published: ${openLots === 1 ? 'its' : 'their'} premium, fees, tax, late fee and storage stay as shown to bidders. Changes apply to lots published from now on.`}
      </p>
      <Field label="Reason" hint="Kept in the audit log.">
        <Input value={reason} maxLength={300} onChange={(event) => onReason(event.target.value)} />
      </Field>
    </div>
  )
}

/** The effect of changes, requested from the server while they are typed. */
function usePreview(changes: Partial<MoneySettings>) {
  const asked = useDeferredValue(JSON.stringify(changes))
  return useQuery({
    queryKey: [previewSettings.path, asked],
    queryFn: ({ signal }) =>
      call(previewSettings, { body: { changes: JSON.parse(asked) as Partial<MoneySettings> } }, signal),
    enabled: asked !== '{}' && !hasNaN(changes),
    staleTime: 0,
    placeholderData: (held) => held,
  })
}

function changesBetween(before: MoneySettings, after: MoneySettings): Partial<MoneySettings> {
  const keys = Object.keys(before) as (keyof MoneySettings)[]
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  return Object.fromEntries(changed.map((key) => [key, after[key]]))
}

/** True while a number somewhere in it is incomplete. */
function hasNaN(value: unknown): boolean {
  if (typeof value === 'number') return Number.isNaN(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNaN)
}

/** Whether an error path belongs to a field: `changes.premium`, `changes.premium.0.from` and `changes.premium: …` belong to `premium`. */
function isAbout(fault: string, field: string): boolean {
  const own = fault.replace(/^body\./, '').replace(/^changes\./, '')
  return own === field || own.startsWith(`${field}.`)
}
