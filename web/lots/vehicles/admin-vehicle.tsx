import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useLocation } from 'wouter'
import { changeVehicle, enterVehicle, LOT_STATE_WORDS, type StaffVehicle } from '#contract/lots/vehicles.ts'
import { FIELDS, type NamedField, type VehicleField } from '#contract/lots/vehicle-fields.ts'
import { optionsOf } from '#contract/lots/vocabulary.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { fieldFaults, formFault } from '#web/platform/forms/request-faults.ts'
import { onSubmitOf, useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Options, Select, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AdminDocuments } from '../documents/admin-documents.tsx'
import { photoWords } from '../photos/photo-count.ts'
import { CorrectionList } from '../lot-corrections.tsx'
import { inspectionWords } from '../inspection-words.ts'
import { useVehicle, VEHICLES_KEY } from './use-vehicles.ts'
import { EMPTY_FORM, entryOf, fieldOfFault, formOf, type VehicleForm } from './vehicle-fields.ts'
import { VehicleStatus } from './vehicle-status.tsx'
import { VinPrefill } from './vin-prefill.tsx'
import { t, translated } from '#web/platform/language/text.ts'

/** Changes a vehicle, or creates one if there is no `vehicleId`. */
export default function AdminVehicle({ vehicleId = null }: { vehicleId?: string | null }) {
  const { data, error } = useVehicle(vehicleId)
  return (
    <>
      <BackLink href={paths.adminPage('vehicles')}>{t`Vehicles`}</BackLink>
      {vehicleId === null ? (
        <>
          <h1 className="mt-1 text-xl">{t`Add vehicle`}</h1>
          <Form before={null} />
        </>
      ) : data !== undefined ? (
        <>
          <h1 className="mt-1 text-xl">
            {[data.year, data.make, data.model, data.trim].filter((part) => part !== null).join(' ')}
          </h1>
          <Lots vehicle={data} />
          <VehicleStatus vehicleId={data.id} state={data.state} />
          <Form key={data.version} before={data} />
          <Corrections vehicle={data} />
          <AdminDocuments vehicleId={data.id} />
        </>
      ) : error === null ? (
        <Skeleton className="mt-6 h-96" />
      ) : (
        <div className="mt-6">
          <RequestFailed title={t`We couldn’t load the vehicle`} failure={error} />
        </div>
      )}
    </>
  )
}

function Lots({ vehicle }: { vehicle: StaffVehicle }) {
  const [photos, inspection] = [photoWords(vehicle), inspectionWords(vehicle)]
  const lots = vehicle.lots.map(lotWords).join(', ')
  return (
    <p className="mt-1 max-w-[44rem] text-sm text-slate">
      {t`Added ${formatInstant(vehicle.createdAt)}, ${photos}.`}{' '}
      {vehicle.inspection === null ? t`Not inspected; bidders see this.` : t`Inspected ${inspection}.`}{' '}
      {vehicle.lots.length === 0 ? t`Never in a lot.` : t`Lots: ${lots}.`}
    </p>
  )
}

function lotWords({ lotNumber, auctionTitle, state }: StaffVehicle['lots'][number]): string {
  const stateLabel = translated(LOT_STATE_WORDS[state])
  return t`${lotNumber} in ${auctionTitle} (${stateLabel})`
}

function Corrections({ vehicle: { corrections } }: { vehicle: StaffVehicle }) {
  if (corrections.length === 0) return null
  return (
    <section aria-labelledby="corrections" className="mt-10 max-w-[60rem] border-t border-line pt-5">
      <h2 id="corrections" className="text-lg">{t`Corrections`}</h2>
      <CorrectionList corrections={corrections} />
    </section>
  )
}

function Form({ before }: { before: StaffVehicle | null }) {
  const [id] = useState(() => before?.id ?? crypto.randomUUID())
  const [fault, setFault] = useState<string | null>(null)
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const form = useForm<VehicleForm>({ defaultValues: before === null ? EMPTY_FORM : formOf(before) })
  const save = async (values: VehicleForm) => {
    setFault(null)
    const entry = entryOf(values, before)
    const reason = values.reason.trim()
    try {
      const saved =
        before === null
          ? await call(enterVehicle, { body: { id, entry } })
          : await call(changeVehicle, {
              params: { vehicleId: id },
              body: { version: before.version, entry, ...(reason === '' ? {} : { reason }) },
            })
      toast({ title: before === null ? t`Vehicle added` : t`Vehicle saved` })
      client.setQueryData([VEHICLES_KEY, saved.id], saved)
      if (before === null) navigate(paths.adminPage(`vehicles/${saved.id}`))
    } catch (failure) {
      setFault(showAll(failure, form))
    }
  }
  const { run, busy } = useSingleFlight(form.handleSubmit(save))
  return (
    <form className="mt-6 max-w-[60rem]" noValidate onSubmit={onSubmitOf(run)}>
      <Which form={form} ownId={before?.id ?? null} />
      <Facts form={form} title={t`Facts`} />
      <Facts form={form} title={t`Description`} section="prose" />
      {before?.lots.some(({ state }) => state !== 'entered') === true ? <Why form={form} /> : null}
      {fault === null ? null : (
        <div className="mt-6">
          <Notice tone="bad" title={t`We couldn’t save the vehicle`}>
            {fault}
          </Notice>
        </div>
      )}
      <div className="mt-6 flex gap-3">
        <Button type="submit" aria-disabled={busy}>
          {busy ? t`Saving` : before === null ? t`Add vehicle` : t`Save changes`}
        </Button>
      </div>
    </form>
  )
}

/** Field errors go to their fields; the rest becomes the form's error text. Null: there is no more. */
function showAll(failure: unknown, form: UseFormReturn<VehicleForm>): string | null {
  for (const [index, { field, message }] of fieldFaults(failure).entries()) {
    const name = fieldOfFault(field)
    if (name === null) continue
    const isEmpty = form.getValues(name).trim() === ''
    form.setError(name, { message: isEmpty ? t`This is required.` : message }, { shouldFocus: index === 0 })
  }
  return formFault(failure, (field) => fieldOfFault(field) !== null)
}

function coded(list: Parameters<typeof optionsOf>[0]): [string, string][] {
  return optionsOf(list).map(({ code, label }) => [code, translated(label)])
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className="mt-8 border-t border-line pt-5 first:mt-0 first:border-t-0 first:pt-0">
      <legend className="float-left mb-4 w-full text-lg font-semibold">{title}</legend>
      <div className="clear-both grid items-start gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">{children}</div>
    </fieldset>
  )
}

type FormState = UseFormReturn<VehicleForm>
type Control = { form: FormState; name: keyof VehicleForm; label: string; hint?: string | undefined }
type TextControl = Control & { mode?: 'numeric'; type?: 'date' | undefined }
type AreaControl = Control & { rows: number; maxLength?: number; isWide?: boolean }

function Text({ form, name, label, hint, mode, type }: TextControl) {
  return (
    <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
      <Input type={type} inputMode={mode} autoComplete="off" {...form.register(name)} />
    </Field>
  )
}

function Choice({ form, name, label, hint, options }: Control & { options: [string, string][] }) {
  return (
    <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
      <Select {...form.register(name)}>
        <option value="">{t`Choose`}</option>
        <Options of={options} />
      </Select>
    </Field>
  )
}

function Area({ form, name, label, hint, rows, maxLength, isWide = false }: AreaControl) {
  return (
    <div className={isWide ? 'sm:col-span-2 xl:col-span-3' : ''}>
      <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
        <Textarea rows={rows} maxLength={maxLength} {...form.register(name)} />
      </Field>
    </div>
  )
}

/** The input for one fact, by its kind. */
function FieldControl({ form, field }: { form: FormState; field: NamedField }) {
  const { name, kind, list } = field
  const label = translated(field.label)
  const hint = field.hint === undefined ? undefined : translated(field.hint)
  if (kind === 'odometer') return <OdometerControls form={form} label={label} />
  if (kind === 'inspection') {
    return (
      <>
        <Text
          form={form}
          name="inspectionDay"
          label={t`Inspected on`}
          type="date"
          hint={t`Leave empty if not inspected.`}
        />
        <Text form={form} name="inspectionBy" label={t`Inspected by`} />
      </>
    )
  }
  const control = { form, name: name as keyof VehicleForm, label, hint }
  switch (kind) {
    case 'code':
      return <Choice {...control} options={coded(list!)} />
    case 'flag':
      return <Choice {...control} options={YES_OR_NO} />
    case 'lines':
      return <Area {...control} hint={t`One per line.`} rows={5} />
    case 'report':
      return <Area {...control} rows={8} maxLength={20_000} isWide />
    case 'number':
      return <Text {...control} mode="numeric" />
    default:
      return <Text {...control} type={kind === 'day' ? 'date' : undefined} />
  }
}

const YES_OR_NO: [string, string][] = [
  ['yes', t`Yes`],
  ['no', t`No`],
]
const UNITS: [string, string][] = [
  ['mi', t`Miles`],
  ['km', t`Kilometers`],
]

function OdometerControls({ form, label }: { form: FormState; label: string }) {
  return (
    <>
      <Text form={form} name="odometer" label={label} mode="numeric" hint={t`Leave empty if it can’t be read.`} />
      <Choice form={form} name="odometerUnit" label={t`Odometer unit`} options={UNITS} />
      <Choice form={form} name="odometerStatus" label={t`Odometer status`} options={coded('odometerStatus')} />
    </>
  )
}

function fieldsOf(section: VehicleField['section']): readonly NamedField[] {
  return FIELDS.filter((field) => field.section === section)
}

function Which({ form, ownId }: { form: FormState; ownId: string | null }) {
  return (
    <Section title={t`Identity`}>
      {fieldsOf('identity').map((field) => (
        <FieldControl key={field.name} form={form} field={field} />
      ))}
      <Text form={form} name="source" label={t`List owner`} hint={t`If the stock numbers aren’t yours.`} />
      <div className="sm:col-span-2 xl:col-span-3">
        <VinPrefill form={form} ownId={ownId} />
      </div>
    </Section>
  )
}

function Facts({ form, title, section }: { form: FormState; title: string; section?: 'prose' }) {
  return (
    <Section title={title}>
      {fieldsOf(section).map((field) => (
        <FieldControl key={field.name} form={form} field={field} />
      ))}
    </Section>
  )
}

/** Bidders have seen the facts: any change is a correction, which the lot shows with its reason. */
function Why({ form }: { form: FormState }) {
  return (
    <Section title={t`Correction`}>
      <Area
        form={form}
        name="reason"
        label={t`Reason`}
        hint={t`Shown on the lot with the correction; bidders and watchers are notified.`}
        rows={2}
        maxLength={300}
        isWide
      />
    </Section>
  )
}
