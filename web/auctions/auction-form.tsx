import { useState } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import type { AuctionEntry, StaffAuction } from '#contract/auctions/auction-entry.ts'
import { onSubmitOf, useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { Button } from '#web/ui/button.tsx'
import { DateTimeInput } from '#web/ui/date-time-input.tsx'
import { Field, Input, Select, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type AuctionDraft, entryOf, faultOf, formOf, secondsOf, showAll, wordsAbout } from './auction-draft.ts'
import { CostsPart, IncrementsPart, isUnfinished } from './price-parts.tsx'
import { t } from '#web/platform/language/text.ts'

/** The default closing window, in ms: a live lot has seconds where a timed one has minutes. */
export type UsualWindows = Record<AuctionEntry['kind'], { extensionWindowMs: number; extensionMs: number }>

const SECONDS = { inputMode: 'numeric' } as const
const OUTAGE_HINT = t`For lots that lose more than one of their last five minutes.`

/** The form's input, its errors, and how it is saved. */
function useAuctionForm(shown: AuctionEntry, save: (entry: AuctionEntry) => Promise<StaffAuction | void>) {
  const form = useForm<AuctionDraft>({ defaultValues: formOf(shown) })
  const [increments, setIncrements] = useState(shown.increments)
  const [costs, setCosts] = useState(shown.costs ?? null)
  const [failure, setFailure] = useState<unknown>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [kind, typedCurrency] = useWatch({ control: form.control, name: ['kind', 'currency'] })
  const currency = /^[A-Z]{3}$/i.test(typedCurrency) ? typedCurrency.toUpperCase() : 'USD'
  const { run, busy } = useSingleFlight(
    form.handleSubmit(async (values) => {
      setFault(null)
      setFailure(null)
      try {
        await save({ ...entryOf(values, increments, shown), costs })
      } catch (refusal) {
        setFault(showAll(refusal, form))
        setFailure(refusal)
      }
    }),
  )
  return {
    form,
    increments,
    setIncrements,
    costs,
    setCosts,
    failure,
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
  const { form, increments, setIncrements, costs, setCosts, failure, fault, kind, currency, run, busy } = shown
  const text = (name: keyof AuctionDraft, words: string, more: React.ComponentProps<'input'> = {}, hint?: string) => (
    <Field label={words} hint={hint} error={form.formState.errors[name]?.message}>
      <Input autoComplete="off" {...more} {...registered(form, name)} />
    </Field>
  )
  return (
    <form className="mt-4 max-w-[60rem]" noValidate onSubmit={onSubmitOf(run)}>
      <div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
        {text('title', t`Auction title`, { maxLength: 160 })}
        <KindField form={form} windows={windows} />
        {text('location', t`Location`)}
        <TimeField form={form} name="opensAt" label={t`Bidding opens`} hint={t`In your time zone.`} />
        <TimeField form={form} name="startsAt" label={kind === 'live' ? t`First lot opens` : t`First lot closes`} />
        {text('currency', t`Currency`, { maxLength: 3 })}
        {kind === 'live'
          ? text('liveStart', t`Lot time (seconds)`, SECONDS)
          : text('lotEvery', t`Between closes (seconds)`, SECONDS)}
        {text('window', t`Late-bid window (seconds)`, SECONDS)}
        {text('extension', t`Late-bid extension (seconds)`, SECONDS)}
        <TimeField
          form={form}
          name="hardEndAt"
          label={t`Hard end`}
          hint={t`Optional. Late bids don’t extend lots past it.`}
        />
        {kind === 'live' ? null : text('outageExtension', t`Outage extension (seconds)`, SECONDS, OUTAGE_HINT)}
        <BuyNowField form={form} />
        {text('bidUnit', t`Bid unit`, { inputMode: 'decimal' }, t`Bids must be multiples of it.`)}
        <Description form={form} />
      </div>
      <IncrementsPart
        increments={increments}
        currency={currency}
        fault={wordsAbout(failure, 'increments')}
        onChange={setIncrements}
      />
      <CostsPart costs={costs} usual={company} currency={currency} failure={failure} onChange={setCosts} />
      {fault === null ? null : <NotSaved why={fault} />}
      <Button
        type="submit"
        variant={auction === null ? 'default' : 'outline'}
        className="mt-5"
        disabled={increments.flat().some(Number.isNaN) || isUnfinished(costs)}
        aria-disabled={busy}
      >
        {busy ? t`Saving` : label}
      </Button>
    </form>
  )
}

function registered(form: UseFormReturn<AuctionDraft>, name: keyof AuctionDraft) {
  return form.register(name, { validate: (typed) => faultOf(name, typed) })
}

function TimeField({
  form,
  name,
  label,
  hint,
}: {
  form: UseFormReturn<AuctionDraft>
  name: 'opensAt' | 'startsAt' | 'hardEndAt'
  label: string
  hint?: string
}) {
  return (
    <Field label={label} hint={hint} error={form.formState.errors[name]?.message}>
      <DateTimeInput autoComplete="off" {...registered(form, name)} />
    </Field>
  )
}

function Description({ form }: { form: UseFormReturn<AuctionDraft> }) {
  return (
    <div className="sm:col-span-2 xl:col-span-3">
      <Field label={t`Description`} error={form.formState.errors.description?.message}>
        <Textarea rows={4} maxLength={4000} {...form.register('description')} />
      </Field>
    </div>
  )
}

function BuyNowField({ form }: { form: UseFormReturn<AuctionDraft> }) {
  return (
    <Field label={t`Buy-now period`} hint={t`For lots with a buy-now price.`}>
      <Select {...form.register('buyNowUntil')}>
        <option value="reserve-met">{t`Until a bid meets the reserve`}</option>
        <option value="price-reached">{t`Until bids reach the buy-now price`}</option>
      </Select>
    </Field>
  )
}

function KindField({ form, windows }: { form: UseFormReturn<AuctionDraft>; windows: UsualWindows | undefined }) {
  const setWindow = (kind: string) => {
    const usual = windows?.[kind === 'live' ? 'live' : 'timed']
    if (usual === undefined) return
    form.setValue('window', secondsOf(usual.extensionWindowMs))
    form.setValue('extension', secondsOf(usual.extensionMs))
  }
  return (
    <Field label={t`Kind`}>
      <Select
        {...form.register('kind', {
          onChange: (event: { target: { value: string } }) => setWindow(event.target.value),
        })}
      >
        <option value="timed">{t`Timed: each lot has its own close`}</option>
        <option value="live">{t`Live: lots sell one after another`}</option>
      </Select>
    </Field>
  )
}

function NotSaved({ why }: { why: string }) {
  return (
    <div className="mt-5">
      <Notice tone="bad" title={t`We couldn’t save the auction`}>
        {why}
      </Notice>
    </div>
  )
}
