import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { Link, useLocation } from 'wouter'
import { changeVehicle, enterVehicle, type StaffVehicle } from '#contract/vehicles.ts'
import { VEHICLE_STATE_WORDS } from '#contract/vehicle-state-words.ts'
import { optionsOf } from '#contract/vocabulary-labels.ts'
import { fieldFaults, wordsOfFailure } from '#web/accounts/request-faults.ts'
import { onSubmitOf, useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Select, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AdminDocuments } from '../documents/admin-documents.tsx'
import { FIELD_NAMES } from '../import/import-words.ts'
import { photographWords } from '../gallery/photo-words.ts'
import { CorrectionList } from '../lot-corrections.tsx'
import { inspectionWords } from '../inspection-words.ts'
import { useVehicle, VEHICLES_KEY } from './use-vehicles.ts'
import { CODES, EMPTY_FORM, entryOf, fieldOfFault, formOf, LINES, type VehicleForm } from './vehicle-fields.ts'
import { VinPrefill } from './vin-prefill.tsx'

/** Enters a vehicle (`vehicleId` null), or changes one. */
export default function AdminVehicle({ vehicleId }: { vehicleId: string | null }) {
  const { data, error } = useVehicle(vehicleId)
  return (
    <>
      <p className="text-sm">
        <Link href={paths.adminPage('vehicles')} className="text-notice underline underline-offset-4">
          Vehicles
        </Link>
      </p>
      {vehicleId === null ? (
        <>
          <h1 className="mt-1 text-xl">Enter a vehicle</h1>
          <Form before={null} />
        </>
      ) : data !== undefined ? (
        <>
          <h1 className="mt-1 text-xl">
            {[data.year, data.make, data.model, data.trim].filter((part) => part !== null).join(' ')}
          </h1>
          <Lots vehicle={data} />
          <Form key={data.version} before={data} />
          <Corrections vehicle={data} />
          <AdminDocuments vehicleId={data.id} />
        </>
      ) : error === null ? (
        <Skeleton className="mt-6 h-96" />
      ) : (
        <div className="mt-6">
          <Notice tone="bad" title="The vehicle cannot be shown">
            {wordsOfFailure(error)}
          </Notice>
        </div>
      )}
    </>
  )
}

function Lots({ vehicle }: { vehicle: StaffVehicle }) {
  return (
    <p className="mt-1 max-w-[44rem] text-sm text-slate">
      {VEHICLE_STATE_WORDS[vehicle.state]}. Entered {formatInstant(vehicle.createdAt)}, {photographWords(vehicle)}.{' '}
      {vehicle.inspection === null ? 'Not inspected: bidders see that.' : `Inspected ${inspectionWords(vehicle)}.`}{' '}
      {vehicle.lots.length === 0
        ? 'It was never in a lot.'
        : `Lots: ${vehicle.lots.map((lot) => `${lot.lotNumber} in ${lot.auctionTitle} (${lot.state})`).join(', ')}.`}
    </p>
  )
}

function Corrections({ vehicle: { corrections } }: { vehicle: StaffVehicle }) {
  if (corrections.length === 0) return null
  return (
    <section aria-labelledby="corrections" className="mt-10 max-w-[60rem] border-t border-line pt-5">
      <h2 id="corrections" className="text-lg">
        Corrections
      </h2>
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
      toast({ title: before === null ? 'The vehicle is entered' : 'The vehicle is changed' })
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
      <Facts form={form} />
      <InWords form={form} />
      {before?.lots.some(({ state }) => state !== 'entered') === true ? <Why form={form} /> : null}
      {fault === null ? null : (
        <div className="mt-6" role="alert">
          <Notice tone="bad" title="The vehicle was not saved">
            {fault}
          </Notice>
        </div>
      )}
      <div className="mt-6 flex gap-3">
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'Saving' : before === null ? 'Enter the vehicle' : 'Save the changes'}
        </Button>
      </div>
    </form>
  )
}

/** Faults of fields beside them; what is left in words for the form as a whole. */
function showAll(failure: unknown, form: UseFormReturn<VehicleForm>): string {
  const faults = fieldFaults(failure)
  for (const [index, { field, message }] of faults.entries()) {
    const name = fieldOfFault(field)
    if (name === null) continue
    const isEmpty = form.getValues(name).trim() === ''
    form.setError(name, { message: isEmpty ? 'This is needed.' : message }, { shouldFocus: index === 0 })
  }
  if (faults.length === 0) return wordsOfFailure(failure)
  return faults.length === 1 ? 'One field is to be corrected.' : `${faults.length} fields are to be corrected.`
}

function coded(list: Parameters<typeof optionsOf>[0]): [string, string][] {
  return optionsOf(list).map(({ code, label }) => [code, label])
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className="mt-8 border-t border-line pt-5 first:mt-0 first:border-t-0 first:pt-0">
      <legend className="float-left mb-4 w-full text-lg font-semibold">{title}</legend>
      <div className="clear-both grid items-start gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">{children}</div>
    </fieldset>
  )
}

type Control = { form: UseFormReturn<VehicleForm>; name: keyof VehicleForm }
type TextControl = Control & { label?: string; hint?: string; mode?: 'numeric'; type?: 'date' }

function Text({ form, name, label, hint, mode, type }: TextControl) {
  return (
    <Field label={label ?? labelOf(name)} hint={hint} error={form.formState.errors[name]?.message}>
      <Input type={type} inputMode={mode} autoComplete="off" {...form.register(name)} />
    </Field>
  )
}

function Choice({ form, name, options }: Control & { options: [string, string][] }) {
  return (
    <Field label={labelOf(name)} error={form.formState.errors[name]?.message}>
      <Select {...form.register(name)}>
        <option value="">Not chosen</option>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  )
}

const OWN_NAMES = {
  source: 'Whose list',
  inspectionDay: 'Inspected on',
  inspectionBy: 'Inspected by',
  reason: 'Reason',
}

function labelOf(name: keyof VehicleForm): string {
  return name in FIELD_NAMES ? FIELD_NAMES[name as keyof typeof FIELD_NAMES] : OWN_NAMES[name as keyof typeof OWN_NAMES]
}

function Which({ form, ownId }: { form: UseFormReturn<VehicleForm>; ownId: string | null }) {
  return (
    <Section title="Which vehicle">
      <Text form={form} name="vin" hint="Spaces and small letters do not matter." />
      <Text form={form} name="year" mode="numeric" />
      <div className="sm:col-span-2 xl:col-span-3">
        <VinPrefill form={form} ownId={ownId} />
      </div>
      <Text form={form} name="make" />
      <Text form={form} name="model" />
      <Text form={form} name="trim" />
      <Text form={form} name="stockNumber" />
      <Text form={form} name="source" label="Whose list" hint="Where stock numbers are not your own." />
      <Text form={form} name="location" />
    </Section>
  )
}

function Facts({ form }: { form: UseFormReturn<VehicleForm> }) {
  return (
    <Section title="Facts">
      <Text form={form} name="odometer" mode="numeric" hint="Empty: it cannot be read." />
      <Choice
        form={form}
        name="odometerUnit"
        options={[
          ['mi', 'Miles'],
          ['km', 'Kilometres'],
        ]}
      />
      <Choice form={form} name="odometerStatus" options={coded('odometerStatus')} />
      {CODES.map(([field, list]) => (
        <Choice key={field} form={form} name={field} options={coded(list)} />
      ))}
      <Text form={form} name="engine" />
      <Text form={form} name="inspectionDay" type="date" hint="Leave empty if nobody has inspected it." />
      <Text form={form} name="inspectionBy" />
    </Section>
  )
}

/** Bidders have seen the facts: what changes is a correction, which the lot shows with its reason. */
function Why({ form }: { form: UseFormReturn<VehicleForm> }) {
  return (
    <Section title="Correction">
      <div className="sm:col-span-2 xl:col-span-3">
        <Field
          label="Reason"
          hint="The lot shows the correction with this reason, and bidders and watchers get a notice."
          error={form.formState.errors.reason?.message}
        >
          <Textarea rows={2} maxLength={300} {...form.register('reason')} />
        </Field>
      </div>
    </Section>
  )
}

function InWords({ form }: { form: UseFormReturn<VehicleForm> }) {
  return (
    <Section title="In words">
      {LINES.map((name) => (
        <Field key={name} label={FIELD_NAMES[name]} hint="One a line." error={form.formState.errors[name]?.message}>
          <Textarea rows={5} {...form.register(name)} />
        </Field>
      ))}
      <div className="sm:col-span-2 xl:col-span-3">
        <Field label={FIELD_NAMES.conditionReport} error={form.formState.errors.conditionReport?.message}>
          <Textarea rows={8} maxLength={20_000} {...form.register('conditionReport')} />
        </Field>
      </div>
    </Section>
  )
}
