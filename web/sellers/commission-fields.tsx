import type { Commission } from '#contract/sellers/commission.ts'
import { Button } from '#web/ui/button.tsx'
import { MoneyInput, ShareInput } from '#web/ui/number-inputs.tsx'

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
      <Bands
        bands={bands}
        currency={currency}
        faultOf={faultOf}
        set={(changed) => set({ ...commission, bands: changed })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {amount('flat', 'Flat fee per sale', 'On top of the bands.')}
        {amount('minimum', 'Minimum commission', 'At least this for each lot sold.')}
        {amount('noSaleFee', 'No-sale fee', 'For a lot that ends without a sale.')}
        {amount('relistFee', 'Relist fee', 'When a vehicle is offered again.')}
        <ShareInput
          label="Tax on commission and fees (%)"
          value={commission.taxBasisPoints}
          error={faultOf('taxBasisPoints')}
          onChange={(taxBasisPoints) => set({ ...commission, taxBasisPoints })}
        />
      </div>
    </div>
  )
}

function Bands({
  bands,
  currency,
  set,
  faultOf,
}: {
  bands: Commission['bands']
  currency: string
  set: (bands: Commission['bands']) => void
  faultOf: (field: string) => string | undefined
}) {
  const change = (index: number, own: object) => set(bands.with(index, { ...bands[index]!, ...own }))
  const add = () => {
    const last = bands.at(-1)
    set([
      ...bands,
      { from: last === undefined ? 0 : Math.max(100_000, last.from) * 2, basisPoints: last?.basisPoints ?? 500 },
    ])
  }
  return (
    <div>
      <p className="mb-2 text-sm text-slate">Each part of the hammer price pays the share of its band.</p>
      <ul className="flex flex-col gap-3">
        {bands.map((band, index) => (
          // Bands have no identity but their position.
          <li key={index} className="grid grid-cols-[1fr_1fr_auto] items-end gap-3">
            <MoneyInput
              label={`Band ${index + 1} from`}
              currency={currency}
              value={band.from}
              error={faultOf(`bands.${index}.from`)}
              onChange={(from) => change(index, { from })}
            />
            <ShareInput
              label="Share (%)"
              value={band.basisPoints}
              error={faultOf(`bands.${index}.basisPoints`)}
              onChange={(basisPoints) => change(index, { basisPoints })}
            />
            <Button variant="ghost" size="sm" onClick={() => set(bands.toSpliced(index, 1))}>
              Remove<span className="sr-only"> band {index + 1}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="outline" size="sm" className="mt-3" onClick={add}>
        Add band
      </Button>
    </div>
  )
}
