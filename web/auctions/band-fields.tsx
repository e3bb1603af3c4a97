import { Button } from '#web/ui/button.tsx'
import { MoneyInput, ShareInput } from '#web/ui/number-inputs.tsx'
import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

type Band = { from: number; basisPoints: number }

/** The least start of a second band, in minor units: twice nothing would be nothing. */
const SECOND_FROM = 100_000

/** Bands of the hammer price, each with its share. `first`: the share of the first band, in basis points. */
export function BandFields({
  bands,
  currency,
  first,
  set,
  faultOf = () => undefined,
}: {
  bands: readonly Band[]
  currency: string
  first: number
  set: (bands: Band[]) => void
  /** The server's error for a field, such as `0.from`. */
  faultOf?: (field: string) => string | undefined
}) {
  const change = (index: number, own: Partial<Band>) => set(bands.with(index, { ...bands[index]!, ...own }))
  const add = () => {
    const last = bands.at(-1)
    const from = last === undefined ? 0 : Math.max(SECOND_FROM, last.from) * 2
    set([...bands, { from, basisPoints: last?.basisPoints ?? first }])
  }
  return (
    <div>
      <ul className="flex flex-col gap-3">
        {bands.map((band, index) => (
          // Bands have no identity but their position.
          <li key={index} className="grid grid-cols-[1fr_1fr_auto] items-end gap-3">
            <MoneyInput
              label={t`Band ${index + 1} from`}
              currency={currency}
              value={band.from}
              error={faultOf(`${index}.from`)}
              onChange={(from) => change(index, { from })}
            />
            <ShareInput
              label={t`Share (%)`}
              value={band.basisPoints}
              error={faultOf(`${index}.basisPoints`)}
              onChange={(basisPoints) => change(index, { basisPoints })}
            />
            <Button variant="outline" onClick={() => set(bands.toSpliced(index, 1))}>
              <Trans>
                Remove<span className="sr-only"> band {index + 1}</span>
              </Trans>
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="outline" size="sm" className="mt-3" onClick={add}>{t`Add band`}</Button>
    </div>
  )
}
