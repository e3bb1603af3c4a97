import { Checkbox } from '#web/ui/field.tsx'
import { AccountFields, NO_US_ACCOUNT } from '#web/payments/account-fields.tsx'
import { CountInput, MoneyInput, TextInput } from '#web/ui/number-inputs.tsx'
import { type Draft, ROW, Section } from './setting-section.tsx'
import { t } from '#web/platform/language/text.ts'

export function LateSection({ settings, currency, set, faultOf }: Draft) {
  const { storage } = settings
  return (
    <Section id="due" lead={t`Each auction keeps the terms that were published with it.`}>
      <div className={ROW}>
        <CountInput
          label={t`Payment (business days)`}
          value={settings.paymentDays}
          error={faultOf('paymentDays')}
          onChange={(paymentDays) => set({ paymentDays })}
        />
        <MoneyInput
          label={t`Late fee, once (${currency})`}
          hint={t`Before tax. 0 for none.`}
          currency={currency}
          value={settings.lateFee}
          error={faultOf('lateFee')}
          onChange={(lateFee) => set({ lateFee })}
        />
        <CountInput
          label={t`Free storage (days)`}
          value={storage.freeDays}
          error={faultOf('storage')}
          onChange={(freeDays) => set({ storage: { ...storage, freeDays } })}
        />
        <MoneyInput
          label={t`Storage per day (${currency})`}
          hint={t`Before tax. 0 for none.`}
          currency={currency}
          value={storage.perDay}
          onChange={(perDay) => set({ storage: { ...storage, perDay } })}
        />
        <TextInput
          label={t`Holidays`}
          hint={t`Nothing falls due on these days, such as 2026-12-25, 2027-01-01.`}
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
  return (
    <Section id="bank" lead={t`Where people send transfers. Without one, we don’t offer transfers.`}>
      <Checkbox
        label={t`Offer bank transfers`}
        checked={account !== null}
        onChange={(event) => set({ bankAccount: event.target.checked ? NO_US_ACCOUNT : null })}
      />
      {account === null ? null : (
        <AccountFields
          account={account}
          set={(bankAccount) => set({ bankAccount })}
          faultOf={(field) => faultOf(`bankAccount.${field}`)}
        />
      )}
    </Section>
  )
}

export function LegalSection({ settings, set, faultOf }: Draft) {
  const { legal, contact, numbering } = settings
  const legally = (own: object) => set({ legal: { ...legal, ...own } })
  const reach = (own: object) => set({ contact: { ...contact, ...own } })
  return (
    <Section id="company" lead={t`Your legal details, and how documents are numbered.`}>
      <div className={ROW}>
        <TextInput
          label={t`Company name`}
          value={settings.companyName}
          error={faultOf('companyName')}
          onChange={(companyName) => set({ companyName })}
        />
        <TextInput
          label={t`Legal name`}
          value={legal.name}
          error={faultOf('legal.name')}
          onChange={(name) => legally({ name })}
        />
        <TextInput
          label={t`Tax ID`}
          value={legal.taxId}
          error={faultOf('legal.taxId')}
          onChange={(taxId) => legally({ taxId })}
        />
        <TextInput
          label={t`Company registration`}
          value={legal.registration}
          error={faultOf('legal.registration')}
          onChange={(registration) => legally({ registration })}
        />
        <TextInput
          label={t`Address`}
          value={contact.address}
          error={faultOf('contact.address')}
          onChange={(address) => reach({ address })}
        />
        <TextInput
          label={t`Email`}
          value={contact.email}
          error={faultOf('contact.email')}
          onChange={(email) => reach({ email })}
        />
        <TextInput
          label={t`Phone`}
          value={contact.phone}
          error={faultOf('contact.phone')}
          onChange={(phone) => reach({ phone })}
        />
        <DirectorFields settings={settings} set={set} faultOf={faultOf} />
        <TextInput
          label={t`Invoice number prefix`}
          hint={t`Such as INV-, or empty. Numbering continues without gaps.`}
          value={numbering.invoice}
          error={faultOf('numbering.invoice')}
          onChange={(invoice) => set({ numbering: { ...numbering, invoice } })}
        />
        <TextInput
          label={t`Credit note prefix`}
          value={numbering.creditNote}
          error={faultOf('numbering.creditNote')}
          onChange={(creditNote) => set({ numbering: { ...numbering, creditNote } })}
        />
      </div>
    </Section>
  )
}

function DirectorFields({ settings, set, faultOf }: Omit<Draft, 'currency'>) {
  const director = settings.director ?? { name: '', office: '', letter: '' }
  const direct = (own: object) => {
    const next = { ...director, ...own }
    set({ director: Object.values(next).every((text) => text === '') ? null : next })
  }
  return (
    <>
      <TextInput
        label={t`Director`}
        hint={t`Shown on the “Meet the director” page. Leave empty to show nothing.`}
        value={director.name}
        error={faultOf('director.name')}
        onChange={(name) => direct({ name })}
      />
      <TextInput
        label={t`Director’s title`}
        value={director.office}
        error={faultOf('director.office')}
        onChange={(office) => direct({ office })}
      />
      <TextInput
        label={t`Director’s letter`}
        value={director.letter}
        error={faultOf('director.letter')}
        onChange={(letter) => direct({ letter })}
      />
    </>
  )
}
