import { useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import type { SaleEntry, StaffSale } from '#contract/sale-entry.ts'
import { fieldFaults, wordsOfFailure } from '#web/accounts/request-faults.ts'
import { onSubmitOf, useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { formatMoney, minorUnits } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Select, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LadderFields } from './ladder-fields.tsx'

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

/** The house's usual last stretch, in ms: a live lot has seconds where a timed one has minutes. */
export type UsualWindows = Record<SaleEntry['kind'], { extensionWindowMs: number; extensionMs: number }>

/** What is typed, what is wrong with it, and the saving of it. */
function useSaleForm(shown: SaleEntry, save: (entry: SaleEntry) => Promise<StaffSale | void>) {
  const form = useForm<Form>({ defaultValues: formOf(shown) })
  const [ladder, setLadder] = useState(shown.ladder)
  const [ladderFault, setLadderFault] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [kind, typedCurrency] = useWatch({ control: form.control, name: ['kind', 'currency'] })
  const currency = /^[A-Z]{3}$/i.test(typedCurrency) ? typedCurrency.toUpperCase() : 'USD'
  const { run, busy } = useSingleFlight(
    form.handleSubmit(async (values) => {
      setFault(null)
      setLadderFault(null)
      try {
        await save(entryOf(values, ladder))
      } catch (failure) {
        setFault(showAll(failure, form))
        setLadderFault(ladderWords(failure))
      }
    }),
  )
  return { form, ladder, setLadder, ladderFault, fault, kind, currency, run, busy }
}

/** The terms of a sale as a form. Times are the viewer's own; durations are typed in seconds. */
export function SaleForm({
  sale,
  usual,
  windows,
  save,
  label,
}: {
  sale: SaleEntry | null
  usual: SaleEntry
  /** A sale whose kind is changed gets the window of its new kind. */
  windows: UsualWindows | undefined
  save: (entry: SaleEntry) => Promise<StaffSale | void>
  label: string
}) {
  const { form, ladder, setLadder, ladderFault, fault, kind, currency, run, busy } = useSaleForm(sale ?? usual, save)
  const text = (name: keyof Form, words: string, more: React.ComponentProps<'input'> = {}, hint?: string) => (
    <Field label={words} hint={hint} error={form.formState.errors[name]?.message}>
      <Input autoComplete="off" {...more} {...form.register(name)} />
    </Field>
  )
  return (
    <form className="mt-4 max-w-[60rem]" noValidate onSubmit={onSubmitOf(run)}>
      <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
        {text('title', 'Title', { maxLength: 160 })}
        <KindField form={form} windows={windows} />
        {text('location', 'Where the vehicles are')}
        {text('opensAt', 'Bidding opens', { type: 'datetime-local' }, 'In your own time zone.')}
        {text('startsAt', kind === 'live' ? 'First lot comes up' : 'First lot ends', { type: 'datetime-local' })}
        {text('currency', 'Currency', { maxLength: 3 })}
        {kind === 'live'
          ? text('liveStart', 'Seconds a lot is up at first', { inputMode: 'numeric' })
          : text('lotEvery', 'Seconds between two ends', { inputMode: 'numeric' })}
        {text('window', 'Late bids count in the last seconds', { inputMode: 'numeric' })}
        {text('extension', 'A late bid extends by seconds', { inputMode: 'numeric' })}
        {text('hardEndAt', 'Hard end', { type: 'datetime-local' }, 'Optional. Late bids extend no lot past it.')}
        {kind === 'live'
          ? null
          : text(
              'outageExtension',
              'An outage extends by seconds',
              { inputMode: 'numeric' },
              'For lots that lose more than a minute of their last five.',
            )}
        <BuyNowField form={form} />
        {text('bidUnit', 'Bid unit', { inputMode: 'decimal' }, 'Bids are whole multiples of it.')}
        <div className="sm:col-span-2 xl:col-span-3">
          <Field label="Description" error={form.formState.errors.description?.message}>
            <Textarea rows={4} maxLength={4000} {...form.register('description')} />
          </Field>
        </div>
      </div>
      <LadderPart ladder={ladder} currency={currency} fault={ladderFault} onChange={setLadder} />
      {fault === null ? null : <NotSaved why={fault} />}
      <Button
        type="submit"
        variant={sale === null ? 'default' : 'outline'}
        className="mt-5"
        disabled={ladder.flat().some(Number.isNaN)}
        aria-disabled={busy}
      >
        {busy ? 'Saving' : label}
      </Button>
    </form>
  )
}

function BuyNowField({ form }: { form: UseFormReturn<Form> }) {
  return (
    <Field label="Buy now is offered" hint="For lots with a buy-now price.">
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
        <option value="timed">Timed: every lot has its own end</option>
        <option value="live">Live: lots come up one after another</option>
      </Select>
    </Field>
  )
}

function LadderPart({
  ladder,
  currency,
  fault,
  onChange,
}: {
  ladder: SaleEntry['ladder']
  currency: string
  fault: string | null
  onChange: (ladder: SaleEntry['ladder']) => void
}) {
  return (
    <fieldset className="mt-6 max-w-[36rem]">
      <legend className="font-semibold">Increment ladder</legend>
      <p className="mt-1 text-sm text-slate">{ladderSummary(ladder, currency)}</p>
      {/* Most sales keep the house's ladder: its bands are shown when they are asked for, or found at fault. */}
      <details open={fault !== null}>
        <summary className="flex min-h-11 items-center text-sm underline decoration-edge underline-offset-4">
          Change the ladder
        </summary>
        <p className="mt-1 mb-3 text-sm text-slate">From each price on, the least step to the next bid.</p>
        <LadderFields ladder={ladder} currency={currency} onChange={onChange} />
      </details>
      {fault === null ? null : (
        <p role="alert" className="mt-2 text-sm font-semibold text-outbid">
          {fault}
        </p>
      )}
    </fieldset>
  )
}

/** `7 bands: steps of $10 at first, $1,000 from $100,000 on.` */
function ladderSummary(ladder: SaleEntry['ladder'], currency: string): string {
  const [first, last] = [ladder[0], ladder.at(-1)]
  if (first === undefined || last === undefined) return 'No band yet.'
  if (ladder.flat().some(Number.isNaN)) return 'An amount is missing.'
  const money = (amount: number) => formatMoney(amount, currency)
  if (ladder.length === 1) return `One band: steps of ${money(first[1])}.`
  return `${ladder.length} bands: steps of ${money(first[1])} at first, ${money(last[1])} from ${money(last[0])} on.`
}

function NotSaved({ why }: { why: string }) {
  return (
    <div className="mt-5" role="alert">
      <Notice tone="bad" title="The sale was not saved">
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

function formOf(entry: SaleEntry): Form {
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

function entryOf(form: Form, ladder: SaleEntry['ladder']): SaleEntry {
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
    bidUnit: Math.round(Number(form.bidUnit) * unit),
    ladder,
  }
}

/** An instant as a field of the browser takes it, to the minute, in the viewer's zone: `2026-11-21T14:30`. */
export function localText(at: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
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

/** What the house says of the ladder, which is no field of its own. */
function ladderWords(failure: unknown): string | null {
  const faults = fieldFaults(failure).filter(({ field }) => field.includes('ladder'))
  return faults.length === 0 ? null : faults.map(({ message }) => message).join(' ')
}

function showAll(failure: unknown, form: UseFormReturn<Form>): string {
  const faults = fieldFaults(failure)
  for (const [index, { field, message }] of faults.entries()) {
    const name = FIELDS[field.split('.').at(-1) ?? '']
    if (name !== undefined) form.setError(name, { message }, { shouldFocus: index === 0 })
  }
  return faults.length === 0 ? wordsOfFailure(failure) : 'Correct the fields that are named above.'
}
