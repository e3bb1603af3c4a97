import type { Commission } from '#contract/sellers/commission.ts'
import { BandFields } from '#web/auctions/band-fields.tsx'
import { MoneyInput, ShareInput } from '#web/ui/number-inputs.tsx'
import { t } from '#web/platform/language/text.ts'

/** The share of a first band, in basis points. */
const FIRST = 500

/** A commission scheme: bands of the hammer price, and what comes on top. `faultOf`: the server's error for a field. */
export function CommissionFields({
  commission,
  currency,
  set,
  faultOf,
}: {
  commission: Commission
  currency: string
  set: (commission: Commission) => void
  faultOf: (field: string) => string | undefined
}) {
  const { bands } = commission
  const amount = (name: 'flat' | 'minimum' | 'noSaleFee' | 'relistFee', label: string, hint: string) => (
    <MoneyInput
      label={label}
      hint={hint}
      currency={currency}
      value={commission[name]}
      error={faultOf(name)}
      onChange={(value) => set({ ...commission, [name]: value })}
    />
  )
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="mb-2 text-sm text-slate">{t`Each part of the hammer price pays the share of its band. In an auction whose currency has no cents, 1.00 ${currency} counts as 100.`}</p>
        <BandFields
          bands={bands}
          currency={currency}
          first={FIRST}
          faultOf={(field) => faultOf(`bands.${field}`)}
          set={(changed) => set({ ...commission, bands: changed })}
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {amount('flat', t`Flat fee per sale`, t`On top of the bands.`)}
        {amount('minimum', t`Minimum commission`, t`At least this for each lot sold.`)}
        {amount('noSaleFee', t`No-sale fee`, t`For a lot that ends without a sale.`)}
        {amount('relistFee', t`Relist fee`, t`When a vehicle is offered again.`)}
        <ShareInput
          label={t`Tax on commission and fees (%)`}
          value={commission.taxBasisPoints}
          error={faultOf('taxBasisPoints')}
          onChange={(taxBasisPoints) => set({ ...commission, taxBasisPoints })}
        />
      </div>
    </div>
  )
}
