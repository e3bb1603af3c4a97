import { BandFields } from '#web/auctions/band-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { CountInput, MoneyInput, ShareInput, TextInput } from '#web/ui/number-inputs.tsx'
import { type Draft, ROW, Section } from './setting-section.tsx'
import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

export function FeeSection({ settings, currency, set, faultOf }: Draft) {
  return (
    <Section id="membership" lead={t`Changes apply to payments started from now on. Paid fees don’t change.`}>
      <div className={ROW}>
        <MoneyInput
          label={t`Fee (${currency})`}
          currency={currency}
          value={settings.membershipFee}
          error={faultOf('membershipFee')}
          onChange={(membershipFee) => set({ membershipFee })}
        />
        <CountInput
          label={t`Refund period (days)`}
          value={settings.membershipRefundDays}
          error={faultOf('membershipRefundDays')}
          onChange={(membershipRefundDays) => set({ membershipRefundDays })}
        />
        <CountInput
          label={t`Verification (business days)`}
          hint={t`Shown to people who are waiting. It doesn’t limit the check.`}
          value={settings.verificationDays}
          error={faultOf('verificationDays')}
          onChange={(verificationDays) => set({ verificationDays })}
        />
        <MoneyInput
          label={t`Referral reward (${currency})`}
          hint={t`Credit for each person a member refers, promised at their sign-up. 0 turns rewards off.`}
          currency={currency}
          value={settings.referralReward}
          error={faultOf('referralReward')}
          onChange={(referralReward) => set({ referralReward })}
        />
      </div>
    </Section>
  )
}

/** The share of a first band, in basis points. */
const FIRST = 1000

export function PremiumSection({ settings, currency, set, faultOf }: Draft) {
  const { premium } = settings
  const fault = faultOf('premium')
  return (
    <Section
      id="fees"
      lead={t`Each part of the hammer price pays the share of its band. The first band starts at 0. An auction or a lot can have a premium and a tax rate of its own.`}
      {...(fault === undefined ? {} : { fault })}
    >
      <BandFields bands={premium} currency={currency} first={FIRST} set={(changed) => set({ premium: changed })} />
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
      id="fixed-fees"
      lead={t`Added to the invoice of every sold lot, each on its own line, before tax.`}
      {...(fault === undefined ? {} : { fault })}
    >
      <ul className="flex flex-col gap-3">
        {fixedFees.map((fee, index) => (
          <li key={index} className="grid grid-cols-[1fr_1fr_auto] items-end gap-3">
            <TextInput label={t`Fee ${index + 1}`} value={fee.label} onChange={(label) => change(index, { label })} />
            <MoneyInput
              label={t`Amount (${currency})`}
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
      >{t`Add fee`}</Button>
    </Section>
  )
}

function Remove({ what, onPress }: { what: string; onPress: () => void }) {
  return (
    <Button variant="outline" onClick={onPress}>
      <Trans>
        Remove<span className="sr-only"> {what}</span>
      </Trans>
    </Button>
  )
}

const TAXED = [
  ['hammer', t`Hammer price`],
  ['premium', t`Premium`],
  ['fee', t`Fixed fees`],
  ['late-fee', t`Late fee`],
  ['storage', t`Storage`],
] as const

export function TaxSection({ settings, set, faultOf }: Draft) {
  const { taxByKind, taxBasisPoints } = settings
  return (
    <Section id="tax" lead={t`The standard rate, and exceptions.`}>
      <div className={ROW}>
        <TextInput
          label={t`Name on invoices`}
          value={settings.taxLabel}
          error={faultOf('taxLabel')}
          onChange={(taxLabel) => set({ taxLabel })}
        />
        <ShareInput
          label={t`Standard rate (%)`}
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
                label={t`${label} at the standard rate`}
                checked={own === null}
                onChange={(event) => change(event.target.checked ? null : 0)}
              />
              {own === null ? null : (
                <div className="mb-2 ml-8">
                  <ShareInput label={t`${label}: rate (%)`} value={own} onChange={change} />
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
