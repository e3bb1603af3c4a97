import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import type { AuctionEntry } from '#contract/auctions/auction-entry.ts'
import type { OwnCosts } from '#contract/auctions/own-costs.ts'
import { formatMoney } from '#web/platform/money.ts'
import { IncrementFields } from './increments-fields.tsx'
import { wordsAbout } from './auction-draft.ts'
import { OwnCostsFields } from './own-costs-fields.tsx'
import { plural, t, translated } from '#web/platform/language/text.ts'

/** The bid increments of an auction. */
export function IncrementsPart({
  increments,
  currency,
  fault,
  onChange,
}: {
  increments: AuctionEntry['increments']
  currency: string
  fault: string | undefined
  onChange: (increments: AuctionEntry['increments']) => void
}) {
  return (
    <fieldset className="mt-6 max-w-[36rem]">
      <legend className="font-semibold">{t`Bid increments`}</legend>
      <p className="mt-1 text-sm text-slate">{incrementsSummary(increments, currency)}</p>
      {/* Most auctions keep the default bid increments: their bands are shown on request, or if they have an error. */}
      <details open={fault !== undefined}>
        <summary className="flex min-h-11 items-center text-sm underline decoration-edge underline-offset-4">{t`Change bid increments`}</summary>
        <p className="mt-1 mb-3 text-sm text-slate">{t`The minimum increment from each price up.`}</p>
        <IncrementFields increments={increments} currency={currency} onChange={onChange} />
      </details>
      {fault === undefined ? null : (
        <p role="alert" className="mt-2 text-sm font-semibold text-outbid">
          {translated(fault)}
        </p>
      )}
    </fieldset>
  )
}

/** Premium and tax of an auction, where they aren't the company's. */
export function CostsPart({
  costs,
  usual,
  currency,
  failure,
  onChange,
}: {
  costs: OwnCosts | null
  usual: Pick<CompanyTerms, 'premium' | 'taxBasisPoints'> | undefined
  currency: string
  /** Why the auction couldn't be saved. */
  failure: unknown
  onChange: (costs: OwnCosts | null) => void
}) {
  if (usual === undefined) return null
  return (
    <fieldset className="mt-6 max-w-[36rem]">
      <legend className="font-semibold">{t`Premium and tax`}</legend>
      <p className="mt-1 mb-2 text-sm text-slate">{t`As in Settings, unless you choose others for this auction. Each lot’s are fixed when it’s published.`}</p>
      <OwnCostsFields
        costs={costs}
        usual={usual}
        currency={currency}
        faultOf={(field) => wordsAbout(failure, `costs.${field}`)}
        set={onChange}
      />
    </fieldset>
  )
}

/** `7 bands: $10 at first, $1,000 from $100,000.` */
function incrementsSummary(increments: AuctionEntry['increments'], currency: string): string {
  const [first, last] = [increments[0], increments.at(-1)]
  if (first === undefined || last === undefined) return t`No bands yet.`
  if (increments.flat().some(Number.isNaN)) return t`An amount is missing.`
  const [firstStep, lastStep, lastFrom] = [first[1], last[1], last[0]].map((amount) => formatMoney(amount, currency))
  if (increments.length === 1) return t`One band: ${firstStep}.`
  return t`${plural(increments.length, { one: '# band', other: '# bands' })}: ${firstStep} at first, ${lastStep} from ${lastFrom}.`
}

/** True while an amount is missing. */
export function isUnfinished(costs: OwnCosts | null): boolean {
  if (costs === null) return false
  const { premium, taxBasisPoints } = costs
  return [...(premium ?? []).flatMap((band) => Object.values(band)), taxBasisPoints ?? 0].some(Number.isNaN)
}
