import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { changeShipping, faultsOfShipping, readShippingSettings, type ShippingState } from '#contract/lots/shipping.ts'
import { minorUnits } from '#contract/platform/currency.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { call } from '#web/platform/request.ts'
import { settingsSaved, useStaffSettings } from '#web/platform/staff-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { draftOf, emptyZone, tableOf } from './zone-draft.ts'
import { ZoneForm } from './zone-form.tsx'
import { t, translated } from '#web/platform/language/text.ts'

/** The table that lot pages use to estimate transport. */
export default function AdminShipping() {
  const { data, error } = useStaffSettings(readShippingSettings)
  return (
    <>
      <h1 className="text-xl">{t`Shipping`}</h1>
      <p className="mt-1 max-w-prose text-slate">{t`Rates for the transport estimates on lot pages. Estimates aren’t binding and aren’t part of bids or invoices. If several zones match a place, the one with the longest ZIP code prefix applies.`}</p>
      {data !== undefined ? (
        <Form key={data.version} state={data} />
      ) : error === null ? (
        <Skeleton className="mt-6 h-96" />
      ) : (
        <div className="mt-6">
          <RequestFailed title={t`We couldn’t load the rates`} failure={error} />
        </div>
      )}
    </>
  )
}

function Form({ state: { table, currency, version } }: { state: ShippingState }) {
  const client = useQueryClient()
  const unit = minorUnits(currency)
  const [draft, setDraft] = useState(() => draftOf(table, unit))
  const [reason, setReason] = useState('')
  const { run, busy, fault } = useAttempt(async (_event: FormEvent) => {
    const typed = tableOf(draft, unit)
    if (typeof typed === 'string') return typed
    const [wrong] = faultsOfShipping(typed)
    if (wrong !== undefined) return wrong.message
    const saved = await call(changeShipping, { body: { version, table: typed, reason } })
    settingsSaved(client, readShippingSettings, saved)
    toast({ title: t`Rates saved`, description: t`Lot pages use them from now on.` })
  })
  return (
    <form noValidate onSubmit={onSubmitOf(run)} className="mt-6 max-w-[60rem]">
      <Zones draft={draft} currency={currency} setDraft={setDraft} />
      <div className="mt-8 grid gap-4 sm:grid-cols-2">
        <Field label={t`Non-running surcharge (${currency})`}>
          <Input
            inputMode="decimal"
            className="tabular"
            value={draft.notRunning}
            onChange={(event) => setDraft({ ...draft, notRunning: event.target.value })}
          />
        </Field>
        <Field label={t`Estimate note`} hint={t`Optional. Shown below each estimate.`}>
          <Input
            value={draft.note}
            maxLength={300}
            onChange={(event) => setDraft({ ...draft, note: event.target.value })}
          />
        </Field>
        <Field label={t`Reason`} hint={t`Kept in the audit log.`}>
          <Input value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </div>
      {fault === null ? null : (
        <div className="mt-4">
          <Notice tone="bad" title={t`Nothing was saved`}>
            {translated(fault)}
          </Notice>
        </div>
      )}
      <div className="mt-6">
        <Button type="submit" disabled={reason.trim().length < 3} aria-disabled={busy}>
          {busy ? t`Saving` : t`Save rates`}
        </Button>
      </div>
    </form>
  )
}

type Draft = ReturnType<typeof draftOf>

function Zones({ draft, currency, setDraft }: { draft: Draft; currency: string; setDraft: (draft: Draft) => void }) {
  return (
    <>
      {draft.zones.length === 0 ? (
        <p className="border-y border-line py-6 text-slate">{t`No zones yet. Lot pages say that we don’t quote transport.`}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {draft.zones.map((zone, index) => (
            <ZoneForm
              key={zone.key}
              zone={zone}
              currency={currency}
              onChange={(own) => setDraft({ ...draft, zones: draft.zones.with(index, { ...zone, ...own }) })}
              onRemove={() => setDraft({ ...draft, zones: draft.zones.toSpliced(index, 1) })}
            />
          ))}
        </ul>
      )}
      <Button
        variant="outline"
        className="mt-4"
        onClick={() => setDraft({ ...draft, zones: [...draft.zones, emptyZone(draft.zones.at(-1)?.country ?? 'US')] })}
      >{t`Add zone`}</Button>
    </>
  )
}
