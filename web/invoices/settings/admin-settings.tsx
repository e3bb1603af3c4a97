import { useDeferredValue, useState } from 'react'
import {
  type MoneySettings,
  previewSettings,
  readSettings,
  type SettingsState,
} from '#contract/invoices/company-settings.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { fieldFaults, formFault } from '#web/platform/forms/request-faults.ts'
import { useRead } from '#web/platform/use-read.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { useStaffSettings } from '#web/platform/staff-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { DateTimeInput } from '#web/ui/date-time-input.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { IncrementsSection, PlaceSection } from './setting-app.tsx'
import { FeeSection, FixedFeesSection, PremiumSection, TaxSection } from './setting-prices.tsx'
import { BrandSection } from './setting-brand.tsx'
import { SettingPlans } from './setting-plans.tsx'
import { type Draft, sectionTitles } from './setting-section.tsx'
import { AccountSection, LateSection, LegalSection } from './setting-terms.tsx'
import { RetentionSection, TimesSection } from './setting-times.tsx'
import { SettingsEffect } from './settings-effect.tsx'
import { SettingsHistory } from './settings-history.tsx'
import { useSaveSettings } from './use-save-settings.ts'
import { plural, t } from '#web/platform/language/text.ts'

/** The company's money settings: changed together, previewed first, stored with who changed them. */
export default function AdminSettings() {
  const { data, error } = useStaffSettings(readSettings)
  return (
    <>
      <h1 className="text-xl">{t`Settings`}</h1>
      {data !== undefined ? (
        <SettingsForm key={data.version} state={data} />
      ) : error !== null ? (
        <RequestFailed title={t`Couldn’t load the settings`} failure={error} />
      ) : (
        <Skeleton className="mt-6 h-96" />
      )}
    </>
  )
}

function SettingsForm({ state }: { state: SettingsState }) {
  const [settings, setSettings] = useState(state.settings)
  const changes = changesBetween(state.settings, settings)
  const save = useSaveSettings(state, changes, setSettings)
  const preview = usePreview(changes)
  const faults = [...fieldFaults(save.error), ...fieldFaults(preview.error)]
  const draft: Draft = {
    settings,
    currency: state.currency,
    set(own) {
      save.touched()
      setSettings({ ...settings, ...own })
    },
    faultOf: (field) => faults.find((fault) => isAbout(fault.field, field))?.message,
  }
  const unsaved = save.error === null ? null : formFault(save.error, hasField)
  const isChanged = Object.keys(changes).length > 0
  const canSave = isChanged && !hasNaN(changes) && preview.error === null
  return (
    <>
      <form
        noValidate
        onSubmit={onSubmitOf(save.run)}
        className="mt-4 grid gap-x-8 xl:grid-cols-[9rem_minmax(0,1fr)_22rem]"
      >
        <SectionIndex hasHistory={state.history.length > 0} />
        <Sections {...draft} />
        <aside aria-label={t`Changes`} className="min-w-0 border-t border-line pt-6 xl:sticky xl:top-6 xl:self-start">
          <h2 className="mb-3 text-lg">{t`Changes`}</h2>
          <Outlook changes={changes} preview={preview} currency={state.currency} />
          {isChanged ? <Save save={save} openLots={state.openLots} faultOf={draft.faultOf} /> : null}
          {unsaved === null ? null : (
            <div className="mt-4">
              <Notice tone="bad" title={t`Nothing was saved`}>
                {unsaved}
              </Notice>
            </div>
          )}
          <div className="mt-4 flex flex-wrap gap-3">
            <Button type="submit" disabled={!canSave} aria-disabled={save.busy}>
              {save.busy ? t`Saving` : save.from === '' ? t`Save settings` : t`Plan change`}
            </Button>
            {isChanged ? (
              <Button variant="outline" onClick={() => setSettings(state.settings)}>{t`Discard changes`}</Button>
            ) : null}
          </div>
        </aside>
      </form>
      <SettingPlans plans={state.plans} currency={state.currency} />
      <SettingsHistory
        history={state.history}
        currency={state.currency}
        onRestore={(setting, value) => {
          draft.set({ [setting]: value })
          toast({ title: t`Earlier value in the form`, description: t`Save settings to use it again.` })
        }}
      />
    </>
  )
}

/** Links to the sections; beside them, where there is space, it stays in view. */
function SectionIndex({ hasHistory }: { hasHistory: boolean }) {
  const links = [...Object.entries(sectionTitles()), ...(hasHistory ? [['history', t`Recent changes`] as const] : [])]
  return (
    <nav aria-label={t`Sections`} className="mb-6 xl:sticky xl:top-6 xl:self-start">
      <ul className="grid grid-cols-2 gap-x-4 text-sm sm:grid-cols-3 xl:grid-cols-1">
        {links.map(([id, title]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center text-slate hover:text-ink hover:underline xl:min-h-0 xl:py-1.5"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Sections(draft: Draft) {
  return (
    <div className="min-w-0">
      <FeeSection {...draft} />
      <BrandSection {...draft} />
      <PlaceSection {...draft} />
      <IncrementsSection {...draft} />
      <PremiumSection {...draft} />
      <FixedFeesSection {...draft} />
      <TaxSection {...draft} />
      <LateSection {...draft} />
      <TimesSection {...draft} />
      <RetentionSection {...draft} />
      <AccountSection {...draft} />
      <LegalSection {...draft} />
    </div>
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
    return <p className="text-slate">{t`No changes yet. You see their effect here before you save.`}</p>
  }
  if (hasNaN(changes)) return <p className="font-semibold text-outbid">{t`A number is missing.`}</p>
  if (error !== null) {
    const words = formFault(error, hasField)
    if (words === null) return <p className="text-slate">{t`Correct the marked fields to see the effect.`}</p>
    return <p className="font-semibold text-outbid">{words}</p>
  }
  if (data === undefined) return <Skeleton className="h-32" />
  return <SettingsEffect preview={data} currency={currency} />
}

function Save({
  save,
  openLots,
  faultOf,
}: Pick<Draft, 'faultOf'> & { save: ReturnType<typeof useSaveSettings>; openLots: number }) {
  return (
    <div className="mt-4 flex flex-col gap-4">
      <p className="max-w-prose text-slate">
        {t`Issued invoices don’t change.`}
        {openLots === 0 ? null : ` ${openLotsWords(openLots)} ${t`Changes apply to lots published from now on.`}`}
      </p>
      <Field label={t`Reason`} hint={t`Kept in the audit log.`} error={faultOf('reason')}>
        <Input value={save.reason} maxLength={300} onChange={(event) => save.setReason(event.target.value)} />
      </Field>
      <Field
        label={t`Takes effect at`}
        hint={t`In your time zone. Leave it empty to apply now.`}
        error={faultOf('effectiveAt')}
      >
        <DateTimeInput value={save.from} onChange={(event) => save.setFrom(event.target.value)} />
      </Field>
    </div>
  )
}

function openLotsWords(openLots: number): string {
  return plural(openLots, {
    one: 'One lot is published: its premium, fees, tax, late fee and storage stay as shown to bidders.',
    other: '# lots are published: their premium, fees, tax, late fee and storage stay as shown to bidders.',
  })
}

/** The effect of changes, requested from the server while they are typed. */
function usePreview(changes: Partial<MoneySettings>) {
  const asked = useDeferredValue(JSON.stringify(changes))
  return useRead(
    previewSettings,
    { body: { changes: JSON.parse(asked) as Partial<MoneySettings> } },
    { enabled: asked !== '{}' && !hasNaN(changes), placeholderData: (held) => held },
  )
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

/** Where no field shows an error: groups of fields, which show those of their fields alone, and what isn't typed. */
const WITHOUT_FIELD = /^(bankAccount|contact|director|legal|numbering|taxByKind.*|version|planId|changes)$/

function hasField(fault: string): boolean {
  return !WITHOUT_FIELD.test(plainPath(fault))
}

/** Whether an error path belongs to a field: `changes.premium`, `changes.premium.0.from` and `changes.premium: …` belong to `premium`. */
function isAbout(fault: string, field: string): boolean {
  const own = plainPath(fault)
  return own === field || own.startsWith(`${field}.`)
}

function plainPath(fault: string): string {
  return fault.replace(/^body\./, '').replace(/^changes\./, '')
}
