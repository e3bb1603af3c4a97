import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { NO_OWN_COSTS, type OwnCosts } from '#contract/auctions/own-costs.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { ShareInput } from '#web/ui/number-inputs.tsx'
import { BandFields } from './band-fields.tsx'
import { t, translated } from '#web/platform/language/text.ts'

/** The share of a first band, in basis points. */
const FIRST = 1000

/** Premium and standard tax rate of an auction or a lot, where they aren't the usual ones. */
export function OwnCostsFields({
  costs,
  usual,
  currency,
  faultOf,
  set,
}: {
  costs: OwnCosts | null
  /** What applies otherwise. */
  usual: Pick<CompanyTerms, 'premium' | 'taxBasisPoints'>
  currency: string
  /** The server's error for a field of the costs, by its name. */
  faultOf: (field: 'premium' | 'taxBasisPoints') => string | undefined
  set: (costs: OwnCosts | null) => void
}) {
  const own = costs ?? NO_OWN_COSTS
  const change = (changes: Partial<OwnCosts>) => {
    const next = { ...own, ...changes }
    set(next.premium === null && next.taxBasisPoints === null ? null : next)
  }
  const fault = faultOf('premium')
  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        label={t`Different buyer’s premium`}
        checked={own.premium !== null}
        onChange={({ target }) => change({ premium: target.checked ? usual.premium : null })}
      />
      {own.premium === null ? null : (
        <div className="mb-3 ml-8">
          <BandFields bands={own.premium} currency={currency} first={FIRST} set={(premium) => change({ premium })} />
          {fault === undefined ? null : (
            <p role="alert" className="mt-2 text-sm font-semibold text-outbid">
              {translated(fault)}
            </p>
          )}
        </div>
      )}
      <Checkbox
        label={t`Different tax rate`}
        checked={own.taxBasisPoints !== null}
        onChange={({ target }) => change({ taxBasisPoints: target.checked ? usual.taxBasisPoints : null })}
      />
      {own.taxBasisPoints === null ? null : (
        <div className="mb-3 ml-8 max-w-60">
          <ShareInput
            label={t`Standard rate (%)`}
            hint={t`Exceptions stay as in Settings.`}
            value={own.taxBasisPoints}
            error={faultOf('taxBasisPoints')}
            onChange={(taxBasisPoints) => change({ taxBasisPoints })}
          />
        </div>
      )}
    </div>
  )
}
