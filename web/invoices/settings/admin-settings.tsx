import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useState } from 'react'
import {
  changeSettings,
  type MoneySettings,
  previewSettings,
  readSettings,
  type SettingsState,
} from '#contract/house-settings.ts'
import { fieldFaults, wordsOfFailure } from '#web/accounts/request-faults.ts'
import { onSubmitOf, useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { LadderSection, PlaceSection } from './setting-house.tsx'
import { FeeSection, FixedFeesSection, PremiumSection, TaxSection } from './setting-prices.tsx'
import type { Draft } from './setting-section.tsx'
import { AccountSection, LateSection, LegalSection } from './setting-terms.tsx'
import { SettingsEffect } from './settings-effect.tsx'
import { SettingsHistory } from './settings-history.tsx'

const KEY = [readSettings.path] as const

/** The settings of the house about money: changed together, looked at before, kept with who changed them. */
export default function AdminSettings() {
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(readSettings, {}, signal),
    staleTime: 0,
    // What is being typed is not taken away by a colleague's change; saving says that there was one.
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <h1 className="text-xl">Money settings</h1>
      {data !== undefined ? (
        <>
          <SettingsForm key={data.version} state={data} />
          <SettingsHistory history={data.history} currency={data.currency} />
        </>
      ) : error !== null ? (
        <Notice tone="bad" title="The settings cannot be shown">
          {wordsOfFailure(error)}
        </Notice>
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
    client.setQueryData(KEY, saved)
    toast({ title: 'Settings saved', description: 'They hold for every sale and payment from now on.' })
  })
  const isChanged = Object.keys(changes).length > 0
  const canSave = isChanged && !hasNaN(changes) && preview.error === null
  return (
    <form noValidate onSubmit={onSubmitOf(run)} className="mt-4 grid gap-x-12 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="min-w-0">
        <FeeSection {...draft} />
        <PlaceSection {...draft} />
        <LadderSection {...draft} />
        <PremiumSection {...draft} />
        <FixedFeesSection {...draft} />
        <TaxSection {...draft} />
        <LateSection {...draft} />
        <AccountSection {...draft} />
        <LegalSection {...draft} />
      </div>
      <aside aria-label="What changes" className="min-w-0 border-t border-line pt-6 xl:sticky xl:top-6 xl:self-start">
        <h2 className="mb-3 text-lg">What changes</h2>
        <Outlook changes={changes} preview={preview} currency={state.currency} />
        {isChanged ? <Save reason={reason} onReason={setReason} openLots={state.openLots} /> : null}
        {save.error === null ? null : (
          <div className="mt-4">
            <Notice tone="bad" title="Nothing was saved">
              {wordsOfFailure(save.error)}
            </Notice>
          </div>
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          <Button type="submit" disabled={!canSave} aria-disabled={busy}>
            {busy ? 'Saving' : 'Save settings'}
          </Button>
          {isChanged ? (
            <Button variant="outline" onClick={() => setSettings(state.settings)}>
              Undo
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
    return <p className="text-slate">Nothing yet. What you change is worked out here before you save it.</p>
  }
  if (hasNaN(changes)) return <p className="font-semibold text-outbid">A number is missing.</p>
  if (error !== null) return <p className="font-semibold text-outbid">{wordsOfFailure(error)}</p>
  if (data === undefined) return <Skeleton className="h-32" />
  return <SettingsEffect preview={data} currency={currency} />
}

function Save({ reason, onReason, openLots }: { reason: string; onReason: (text: string) => void; openLots: number }) {
  return (
    <div className="mt-4 flex flex-col gap-4">
      <p className="max-w-prose text-slate">
        Issued invoices stay as they are.
        {openLots === 0
          ? ''
          : ` ${openLots === 1 ? 'One lot is' : `${openLots} lots are`} on sale or announced: premium, fees, tax, late fee and storage of ${openLots === 1 ? 'it' : 'these'} stay as they were shown to bidders. Changes hold for lots published from now on.`}
      </p>
      <Field label="Reason" hint="Kept in the audit log.">
        <Input value={reason} maxLength={300} onChange={(event) => onReason(event.target.value)} />
      </Field>
    </div>
  )
}

/** What changes would do, asked of the house while they are typed. */
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

/** Somewhere in it a number is being typed. */
function hasNaN(value: unknown): boolean {
  if (typeof value === 'number') return Number.isNaN(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNaN)
}

/** `changes.premium`, `changes.premium.0.from` and `changes.premium: …` are about `premium`. */
function isAbout(fault: string, field: string): boolean {
  const own = fault.replace(/^body\./, '').replace(/^changes\./, '')
  return own === field || own.startsWith(`${field}.`)
}
