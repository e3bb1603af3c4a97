import { useState } from 'react'
import type { User } from '#contract/accounts.ts'
import type { BillingDetails } from '#contract/invoices.ts'
import { COUNTRIES, countryName } from '#web/accounts/countries.ts'
import { fieldFaults, wordsOfFailure } from '#web/accounts/request-faults.ts'
import { onSubmitOf, useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Select, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useBilling, useChangeBilling } from './use-invoices.ts'

/** To whom invoices are addressed, and changing it. */
export function Billing({ user }: { user: User }) {
  const { data } = useBilling()
  const [isOpen, setOpen] = useState(false)
  if (data === undefined) return null
  const details = data.details ?? { name: user.name, address: '', country: user.country, taxId: '' }
  return (
    <section aria-labelledby="billing-title" className="mt-12 border-t border-line pt-6">
      <h2 id="billing-title" className="text-lg">
        Invoices are addressed to
      </h2>
      {isOpen ? (
        <BillingForm details={details} onDone={() => setOpen(false)} />
      ) : (
        <>
          <p className="mt-2 whitespace-pre-line">
            {[details.name, details.address, countryName(details.country), details.taxId]
              .filter((part) => part !== '')
              .join('\n')}
          </p>
          {data.details === null ? (
            <p className="mt-2 max-w-prose text-slate">
              Add the address and, if a company buys, its name and tax ID: an invoice that was issued cannot be
              addressed anew.
            </p>
          ) : null}
          <Button variant="outline" className="mt-4" onClick={() => setOpen(true)}>
            {data.details === null ? 'Add an address' : 'Change'}
          </Button>
        </>
      )}
    </section>
  )
}

function BillingForm({ details, onDone }: { details: BillingDetails; onDone: () => void }) {
  const [given, setGiven] = useState(details)
  const { mutateAsync, error } = useChangeBilling()
  const { run, busy } = useSingleFlight(async () => {
    const saved = await mutateAsync(given).catch(() => null)
    if (saved === null) return
    toast({ title: 'Address saved', description: 'It stands on every invoice from now on.' })
    onDone()
  })
  const faults = fieldFaults(error)
  const faultOf = (name: keyof BillingDetails) => faults.find(({ field }) => field === name)?.message
  const set = (change: Partial<BillingDetails>) => setGiven((held) => ({ ...held, ...change }))
  return (
    <form noValidate onSubmit={onSubmitOf(run)} className="mt-4 flex max-w-[30rem] flex-col gap-4">
      {error === null || faults.length > 0 ? null : (
        <Notice tone="bad" title="Nothing was changed">
          {wordsOfFailure(error)}
        </Notice>
      )}
      <Field label="Name or company" error={faultOf('name')}>
        <Input
          autoComplete="organization"
          value={given.name}
          maxLength={120}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label="Street, place, postal code" error={faultOf('address')}>
        <Textarea
          rows={3}
          autoComplete="street-address"
          value={given.address}
          maxLength={400}
          onChange={(event) => set({ address: event.target.value })}
        />
      </Field>
      <Field label="Country" error={faultOf('country')}>
        <Select autoComplete="country" value={given.country} onChange={(event) => set({ country: event.target.value })}>
          {COUNTRIES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Tax ID"
        hint="VAT number or the like; leave it empty if you buy as a private person."
        error={faultOf('taxId')}
      >
        <Input value={given.taxId} maxLength={40} onChange={(event) => set({ taxId: event.target.value })} />
      </Field>
      <p className="flex flex-wrap gap-3">
        <Button type="submit" aria-disabled={busy}>
          {busy ? 'Saving' : 'Save address'}
        </Button>
        <Button variant="outline" onClick={onDone}>
          Leave it
        </Button>
      </p>
    </form>
  )
}
