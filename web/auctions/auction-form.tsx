import { useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import type { AuctionEntry, StaffAuction } from '#contract/auctions/auction-entry.ts'
import { fieldFaults } from '#web/platform/forms/request-faults.ts'
import { onSubmitOf, useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { typedNumber } from '#web/platform/forms/typed-number.ts'
import { minorUnits } from '#web/platform/money.ts'
import { failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Select, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CostsPart, IncrementsPart, isUnfinished } from './price-parts.tsx'

type Form = Record<
  | 'title'
  | 'kind'
  | 'location'
  | 'description'
  | 'currency'
  | 'opensAt'
  | 'startsAt'
  | 'lotEvery'
  | 'liveStart'
  | 'window'
  | 'extension'
  | 'hardEndAt'
  | 'outageExtension'
  | 'buyNowUntil'
  | 'bidUnit',
  string
>

/** The default closing window, in ms: a live lot has seconds where a timed one has minutes. */
export type UsualWindows = Record<AuctionEntry['kind'], { extensionWindowMs: number; extensionMs: number }>

/** The form's input, its errors, and how it is saved. */
function useAuctionForm(shown: AuctionEntry, save: (entry: AuctionEntry) => Promise<StaffAuction | void>) {
  const form = useForm<Form>({ defaultValues: formOf(shown) })
  const [increments, setIncrements] = useState(shown.increments)
  const [costs, setCosts] = useState(shown.costs ?? null)
  const [premiumFault, setPremiumFault] = useState<string | null>(null)
  const [incrementsFault, setIncrementsFault] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [kind, typedCurrency] = useWatch({ control: form.control, name: ['kind', 'currency'] })
  const currency = /^[A-Z]{3}$/i.test(typedCurrency) ? typedCurrency.toUpperCase() : 'USD'
  const { run, busy } = useSingleFlight(
    form.handleSubmit(async (values) => {
      setFault(null)
      setIncrementsFault(null)
      setPremiumFault(null)
      try {
        await save({ ...entryOf(values, increments), costs })
      } catch (failure) {
        setFault(showAll(failure, form))
        setIncrementsFault(wordsAbout(failure, 'increments'))
        setPremiumFault(wordsAbout(failure, 'costs'))
      }
    }),
  )
  return {
    form,
    increments,
    setIncrements,
    incrementsFault,
    costs,
    setCosts,
    premiumFault,
    fault,
    kind,
    currency,
    run,
    busy,
  }
}

/** The terms of an auction as a form. Times are in the viewer's zone; durations are typed in seconds. */
export function AuctionForm({
  auction,
  usual,
  windows,
  company,
  save,
  label,
}: {
  auction: AuctionEntry | null
  usual: AuctionEntry
  /** An auction whose kind is changed gets the default window of its new kind. */
  windows: UsualWindows | undefined
  /** Whose premium and tax an auction has unless it has its own. */
  company: Pick<CompanyTerms, 'premium' | 'taxBasisPoints'> | undefined
  save: (entry: AuctionEntry) => Promise<StaffAuction | void>
  label: string
}) {
  const shown = useAuctionForm(auction ?? usual, save)
  const { form, increments, setIncrements, incrementsFault, costs, setCosts, fault, kind, currency, run, busy } = shown
  const text = (name: keyof Form, words: string, more: React.ComponentProps<'input'> = {}, hint?: string) => (
    <Field label={words} hint={hint} error={form.formState.errors[name]?.message}>
      <Input autoComplete="off" {...more} {...form.register(name, { validate: (typed) => faultOf(name, typed) })} />
    </Field>
  )
  return (
    <form className="mt-4 max-w-[60rem]" noValidate onSubmit={onSubmitOf(run)}>
      <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
        {text('title', 'Title', { maxLength: 160 })}
        <KindField form={form} windows={windows} />
        {text('location', 'Location')}
        {text('opensAt', 'Bidding opens', { type: 'datetime-local' }, 'In your time zone.')}
        {text('startsAt', kind === 'live' ? 'First lot opens' : 'First lot closes', { type: 'datetime-local' })}
        {text('currency', 'Currency', { maxLength: 3 })}
        {kind === 'live'
          ? text('liveStart', 'Lot time (seconds)', { inputMode: 'numeric' })
          : text('lotEvery', 'Between closes (seconds)', { inputMode: 'numeric' })}
        {text('window', 'Late-bid window (seconds)', { inputMode: 'numeric' })}
        {text('extension', 'Late-bid extension (seconds)', { inputMode: 'numeric' })}
        {text('hardEndAt', 'Hard end', { type: 'datetime-local' }, 'Optional. Late bids don’t extend lots past it.')}
        {kind === 'live'
          ? null
          : text(
              'outageExtension',
              'Outage extension (seconds)',
              { inputMode: 'numeric' },
              'For lots that lose more than one of their last five minutes.',
            )}
        <BuyNowField form={form} />
        {text('bidUnit', 'Bid unit', { inputMode: 'decimal' }, 'Bids must be multiples of it.')}
        <div className="sm:col-span-2 xl:col-span-3">
          <Field label="Description" error={form.formState.errors.description?.message}>
            <Textarea rows={4} maxLength={4000} {...form.register('description')} />
          </Field>
        </div>
      </div>
      <IncrementsPart increments={increments} currency={currency} fault={incrementsFault} onChange={setIncrements} />
      <CostsPart costs={costs} usual={company} currency={currency} fault={shown.premiumFault} onChange={setCosts} />
      {fault === null ? null : <NotSaved why={fault} />}
      <Button
        type="submit"
        variant={auction === null ? 'default' : 'outline'}
        className="mt-5"
        disabled={increments.flat().some(Number.isNaN) || isUnfinished(costs)}
        aria-disabled={busy}
      >
        {busy ? 'Saving' : label}
      </Button>
    </form>
  )
}

function BuyNowField({ form }: { form: UseFormReturn<Form> }) {
  return (
    <Field label="Buy-now period" hint="For lots with a buy-now price.">
      <Select {...form.register('buyNowUntil')}>
        <option value="reserve-met">Until a bid meets the reserve</option>
        <option value="price-reached">Until bids reach the buy-now price</option>
      </Select>
    </Field>
  )
}

function KindField({ form, windows }: { form: UseFormReturn<Form>; windows: UsualWindows | undefined }) {
  const setWindow = (kind: string) => {
    const usual = windows?.[kind === 'live' ? 'live' : 'timed']
    if (usual === undefined) return
    form.setValue('window', secondsOf(usual.extensionWindowMs))
    form.setValue('extension', secondsOf(usual.extensionMs))
  }
  return (
    <Field label="Kind">
      <Select
        {...form.register('kind', {
          onChange: (event: { target: { value: string } }) => setWindow(event.target.value),
        })}
      >
        <option value="timed">Timed: each lot has its own close</option>
        <option value="live">Live: lots sell one after another</option>
      </Select>
    </Field>
  )
}

function NotSaved({ why }: { why: string }) {
  return (
    <div className="mt-5" role="alert">
      <Notice tone="bad" title="We couldn’t save the auction">
        {why}
      </Notice>
    </div>
  )
}

function secondsOf(durationMs: number): string {
  return String(durationMs / 1000)
}

/** Source: the rulebook, "How a lot ends". */
const OUTAGE_EXTENSION_MS = 600_000

function formOf(entry: AuctionEntry): Form {
  return {
    title: entry.title,
    kind: entry.kind,
    location: entry.location,
    description: entry.description,
    currency: entry.currency,
    opensAt: localText(entry.opensAt),
    startsAt: localText(entry.startsAt),
    lotEvery: secondsOf(entry.lotEveryMs),
    liveStart: secondsOf(entry.liveStartMs),
    window: secondsOf(entry.extensionWindowMs),
    extension: secondsOf(entry.extensionMs),
    hardEndAt: typeof entry.hardEndAt === 'number' ? localText(entry.hardEndAt) : '',
    outageExtension: secondsOf(entry.outageExtensionMs ?? OUTAGE_EXTENSION_MS),
    buyNowUntil: entry.buyNowUntil ?? 'reserve-met',
    bidUnit: String(entry.bidUnit / minorUnits(entry.currency)),
  }
}

function entryOf(form: Form, increments: AuctionEntry['increments']): AuctionEntry {
  const ms = (seconds: string) => Math.round(Number(seconds) * 1000)
  const currency = form.currency.trim().toUpperCase()
  const unit = /^[A-Z]{3}$/.test(currency) ? minorUnits(currency) : 100
  return {
    title: form.title.trim(),
    kind: form.kind === 'live' ? 'live' : 'timed',
    location: form.location.trim(),
    description: form.description.trim(),
    currency,
    opensAt: new Date(form.opensAt).getTime(),
    startsAt: new Date(form.startsAt).getTime(),
    lotEveryMs: ms(form.lotEvery),
    liveStartMs: ms(form.liveStart),
    extensionWindowMs: ms(form.window),
    extensionMs: ms(form.extension),
    hardEndAt: form.hardEndAt === '' ? null : new Date(form.hardEndAt).getTime(),
    outageExtensionMs: ms(form.outageExtension),
    buyNowUntil: form.buyNowUntil === 'price-reached' ? 'price-reached' : 'reserve-met',
    bidUnit: typedNumber(form.bidUnit, unit),
    increments,
  }
}

/** An instant in the format of a datetime input, to the minute, in the viewer's zone: `2026-11-21T14:30`. */
function localText(at: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

const INSTANTS: ReadonlySet<keyof Form> = new Set(['opensAt', 'startsAt'])
const SECONDS: ReadonlySet<keyof Form> = new Set(['lotEvery', 'liveStart', 'window', 'extension', 'outageExtension'])

/** What only the form can say well: the server has numbers where a person types. */
function faultOf(name: keyof Form, typed: string): string | true {
  if (INSTANTS.has(name) && typed === '') return 'Enter a date and time.'
  if (SECONDS.has(name) && !/^\d{1,5}(\.\d{1,3})?$/.test(typed.trim())) return 'Enter seconds, such as 120.'
  return true
}

const FIELDS: Record<string, keyof Form> = {
  title: 'title',
  kind: 'kind',
  location: 'location',
  description: 'description',
  currency: 'currency',
  opensAt: 'opensAt',
  startsAt: 'startsAt',
  lotEveryMs: 'lotEvery',
  liveStartMs: 'liveStart',
  extensionWindowMs: 'window',
  extensionMs: 'extension',
  hardEndAt: 'hardEndAt',
  outageExtensionMs: 'outageExtension',
  buyNowUntil: 'buyNowUntil',
  bidUnit: 'bidUnit',
}

/** The server's error about what is not a single field. */
function wordsAbout(failure: unknown, name: 'increments' | 'costs'): string | null {
  const faults = fieldFaults(failure).filter(({ field }) => field.includes(name))
  return faults.length === 0 ? null : faults.map(({ message }) => message).join(' ')
}

function showAll(failure: unknown, form: UseFormReturn<Form>): string {
  const faults = fieldFaults(failure)
  for (const [index, { field, message }] of faults.entries()) {
    const name = FIELDS[field.split('.').at(-1) ?? '']
    if (name !== undefined) form.setError(name, { message }, { shouldFocus: index === 0 })
  }
  return faults.length === 0 ? failureMessage(failure) : 'Correct the fields marked above.'
}
