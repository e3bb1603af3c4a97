import type { ReactNode } from 'react'
import type { MoneySettings } from '#contract/house-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { CountInput, MoneyInput, ShareInput, TextInput } from './setting-inputs.tsx'

/** The settings as they are being changed. `faultOf`: what the house says of a field, by its name. */
export type Draft = {
  settings: MoneySettings
  currency: string
  set: (changes: Partial<MoneySettings>) => void
  faultOf: (field: string) => string | undefined
}

const NO_ACCOUNT = { holder: '', iban: '', bic: '', bank: '' }

function Section({
  title,
  lead,
  fault,
  children,
}: {
  title: string
  lead: string
  fault?: string
  children: ReactNode
}) {
  return (
    <section className="border-t border-line pt-6 pb-8">
      <h2 className="text-lg">{title}</h2>
      <p className="mt-1 mb-4 max-w-prose text-slate">{lead}</p>
      {children}
      {fault === undefined ? null : (
        <p role="alert" className="mt-2 text-sm font-semibold text-outbid">
          {fault}
        </p>
      )}
    </section>
  )
}

const ROW = 'grid gap-4 sm:grid-cols-2'

export function FeeSection({ settings, currency, set, faultOf }: Draft) {
  return (
    <Section title="Membership fee" lead="Asked of who begins to pay from now on; paid fees stay as they are.">
      <div className={ROW}>
        <MoneyInput
          label={`Fee (${currency})`}
          currency={currency}
          value={settings.membershipFee}
          error={faultOf('membershipFee')}
          onChange={(membershipFee) => set({ membershipFee })}
        />
        <CountInput
          label="Days to take it back"
          value={settings.membershipRefundDays}
          error={faultOf('membershipRefundDays')}
          onChange={(membershipRefundDays) => set({ membershipRefundDays })}
        />
      </div>
    </Section>
  )
}

export function PremiumSection({ settings, currency, set, faultOf }: Draft) {
  const { premium } = settings
  const fault = faultOf('premium')
  const change = (index: number, own: object) => set({ premium: premium.with(index, { ...premium[index]!, ...own }) })
  return (
    <Section
      title="Buyer’s premium"
      lead="The part of the hammer price inside a band pays that band’s share. The first band starts from 0."
      {...(fault === undefined ? {} : { fault })}
    >
      <ul className="flex flex-col gap-3">
        {premium.map((tier, index) => (
          // Bands have no name but their place.
          <li key={index} className="grid grid-cols-[1fr_1fr_auto] items-end gap-3">
            <MoneyInput
              label={`Band ${index + 1} from`}
              currency={currency}
              value={tier.from}
              onChange={(from) => change(index, { from })}
            />
            <ShareInput
              label="Share (%)"
              value={tier.basisPoints}
              onChange={(basisPoints) => change(index, { basisPoints })}
            />
            <Remove what={`band ${index + 1}`} onPress={() => set({ premium: premium.toSpliced(index, 1) })} />
          </li>
        ))}
      </ul>
      <Button
        variant="outline"
        size="sm"
        className="mt-3"
        onClick={() => {
          const last = premium.at(-1)
          const from = last === undefined ? 0 : Math.max(1, last.from) * 2
          set({ premium: [...premium, { from, basisPoints: last?.basisPoints ?? 1000 }] })
        }}
      >
        Add a band
      </Button>
    </Section>
  )
}

export function FixedFeesSection({ settings, currency, set, faultOf }: Draft) {
  const { fixedFees } = settings
  const fault = faultOf('fixedFees')
  const change = (index: number, own: object) =>
    set({ fixedFees: fixedFees.with(index, { ...fixedFees[index]!, ...own }) })
  return (
    <Section
      title="Fixed fees"
      lead="Each is a line of its own on the invoice of every sold lot, before tax."
      {...(fault === undefined ? {} : { fault })}
    >
      <ul className="flex flex-col gap-3">
        {fixedFees.map((fee, index) => (
          <li key={index} className="grid grid-cols-[1fr_1fr_auto] items-end gap-3">
            <TextInput label={`Fee ${index + 1}`} value={fee.label} onChange={(label) => change(index, { label })} />
            <MoneyInput
              label={`Amount (${currency})`}
              currency={currency}
              value={fee.amount}
              onChange={(amount) => change(index, { amount })}
            />
            <Remove what={fee.label} onPress={() => set({ fixedFees: fixedFees.toSpliced(index, 1) })} />
          </li>
        ))}
      </ul>
      <Button
        variant="outline"
        size="sm"
        className="mt-3"
        onClick={() => set({ fixedFees: [...fixedFees, { label: '', amount: 0 }] })}
      >
        Add a fee
      </Button>
    </Section>
  )
}

function Remove({ what, onPress }: { what: string; onPress: () => void }) {
  return (
    <Button variant="outline" onClick={onPress}>
      Remove<span className="sr-only"> {what}</span>
    </Button>
  )
}

const TAXED = [
  ['hammer', 'Hammer price'],
  ['premium', 'Premium'],
  ['fee', 'Fixed fees'],
  ['late-fee', 'Late fee'],
  ['storage', 'Storage'],
] as const

export function TaxSection({ settings, set, faultOf }: Draft) {
  const { taxByKind, taxBasisPoints } = settings
  return (
    <Section title="Tax" lead="The usual rate, and what has a rate of its own.">
      <div className={ROW}>
        <TextInput
          label="Called on invoices"
          value={settings.taxLabel}
          error={faultOf('taxLabel')}
          onChange={(taxLabel) => set({ taxLabel })}
        />
        <ShareInput
          label="Usual rate (%)"
          value={taxBasisPoints}
          error={faultOf('taxBasisPoints')}
          onChange={(rate) => set({ taxBasisPoints: rate })}
        />
      </div>
      <ul className="mt-4 grid gap-x-6 sm:grid-cols-2">
        {TAXED.map(([kind, label]) => {
          const own = taxByKind[kind]
          const change = (rate: number | null) => set({ taxByKind: { ...taxByKind, [kind]: rate } })
          return (
            <li key={kind}>
              <Checkbox
                label={`${label} at the usual rate`}
                checked={own === null}
                onChange={(event) => change(event.target.checked ? null : 0)}
              />
              {own === null ? null : (
                <div className="mb-2 ml-8">
                  <ShareInput label={`${label}: rate (%)`} value={own} onChange={change} />
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

export function LateSection({ settings, currency, set, faultOf }: Draft) {
  const { storage } = settings
  return (
    <Section
      title="Due dates, late fee and storage"
      lead="Announced with each sale and held to: a sale of before keeps what was announced with it."
    >
      <div className={ROW}>
        <CountInput
          label="Business days to pay"
          value={settings.paymentDays}
          error={faultOf('paymentDays')}
          onChange={(paymentDays) => set({ paymentDays })}
        />
        <MoneyInput
          label={`Late fee, once (${currency})`}
          hint="Before tax; 0: none."
          currency={currency}
          value={settings.lateFee}
          error={faultOf('lateFee')}
          onChange={(lateFee) => set({ lateFee })}
        />
        <CountInput
          label="Days of free storage"
          value={storage.freeDays}
          error={faultOf('storage')}
          onChange={(freeDays) => set({ storage: { ...storage, freeDays } })}
        />
        <MoneyInput
          label={`Storage a day (${currency})`}
          hint="Before tax; 0: none."
          currency={currency}
          value={storage.perDay}
          onChange={(perDay) => set({ storage: { ...storage, perDay } })}
        />
        <TextInput
          label="Holidays"
          hint="Days on which nothing falls due, such as 2026-12-25, 2027-01-01."
          value={settings.holidays.join(', ')}
          error={faultOf('holidays')}
          onChange={(text) => set({ holidays: text.split(/[\s,]+/).filter((day) => day !== '') })}
        />
      </div>
    </Section>
  )
}

export function AccountSection({ settings, set, faultOf }: Draft) {
  const account = settings.bankAccount
  const change = (own: object) => set({ bankAccount: { ...NO_ACCOUNT, ...account, ...own } })
  return (
    <Section title="Bank account" lead="Where people send transfers. Without one, transfers are not offered.">
      <Checkbox
        label="Offer bank transfers"
        checked={account !== null}
        onChange={(event) => set({ bankAccount: event.target.checked ? NO_ACCOUNT : null })}
      />
      {account === null ? null : (
        <div className={ROW}>
          <TextInput
            label="Holder"
            value={account.holder}
            error={faultOf('bankAccount.holder')}
            onChange={(holder) => change({ holder })}
          />
          <TextInput
            label="Bank"
            value={account.bank}
            error={faultOf('bankAccount.bank')}
            onChange={(bank) => change({ bank })}
          />
          <TextInput
            label="IBAN"
            hint="Its check digits are checked."
            value={account.iban}
            error={faultOf('bankAccount.iban')}
            onChange={(iban) => change({ iban })}
          />
          <TextInput
            label="BIC"
            value={account.bic}
            error={faultOf('bankAccount.bic')}
            onChange={(bic) => change({ bic })}
          />
        </div>
      )}
    </Section>
  )
}

export function LegalSection({ settings, set, faultOf }: Draft) {
  const { legal, contact, numbering } = settings
  const legally = (own: object) => set({ legal: { ...legal, ...own } })
  const reach = (own: object) => set({ contact: { ...contact, ...own } })
  return (
    <Section title="On every invoice" lead="The seller as the law wants it named, and how papers are numbered.">
      <div className={ROW}>
        <TextInput
          label="Name of the house"
          value={settings.houseName}
          error={faultOf('houseName')}
          onChange={(houseName) => set({ houseName })}
        />
        <TextInput
          label="Legal name"
          value={legal.name}
          error={faultOf('legal.name')}
          onChange={(name) => legally({ name })}
        />
        <TextInput
          label="Tax ID, with its words"
          value={legal.taxId}
          error={faultOf('legal.taxId')}
          onChange={(taxId) => legally({ taxId })}
        />
        <TextInput
          label="Registration, with its words"
          value={legal.registration}
          error={faultOf('legal.registration')}
          onChange={(registration) => legally({ registration })}
        />
        <TextInput
          label="Address"
          value={contact.address}
          error={faultOf('contact.address')}
          onChange={(address) => reach({ address })}
        />
        <TextInput
          label="Email"
          value={contact.email}
          error={faultOf('contact.email')}
          onChange={(email) => reach({ email })}
        />
        <TextInput
          label="Phone"
          value={contact.phone}
          error={faultOf('contact.phone')}
          onChange={(phone) => reach({ phone })}
        />
        <TextInput
          label="Invoice numbers begin with"
          hint="Empty, or such as INV-. The count goes on without a gap."
          value={numbering.invoice}
          error={faultOf('numbering.invoice')}
          onChange={(invoice) => set({ numbering: { ...numbering, invoice } })}
        />
        <TextInput
          label="Credit note numbers begin with"
          value={numbering.creditNote}
          error={faultOf('numbering.creditNote')}
          onChange={(creditNote) => set({ numbering: { ...numbering, creditNote } })}
        />
      </div>
    </Section>
  )
}
