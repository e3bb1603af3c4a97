import { locale } from '#web/platform/language/language.ts'
import { t } from '#web/platform/language/text.ts'
import { type ReactNode, useState } from 'react'
import type { FacetCounts } from '#contract/catalog/catalog.ts'
import type { Facet } from '#contract/catalog/facets.ts'
import { Select } from '#web/ui/field.tsx'
import { Button } from '#web/ui/button.tsx'
import { OpenMark } from '#web/ui/marks.tsx'
import { FACET_NAMES, edgeWords, optionWords } from './facet-words.ts'
import { FILTERS } from '#contract/catalog/asked.ts'
import type { SearchAddress } from './search-address.ts'
import { TotalChoice } from './total-choice.tsx'
import { accessDenial } from '#contract/accounts/access.ts'
import { useUser } from '#web/platform/session.tsx'

type Props = { address: SearchAddress; facets: readonly FacetCounts[]; currency: string }

/** Expanded from the start; the others only if a value of theirs is selected. */
const OPEN_FIRST = new Set<Facet>(['make', 'model', 'year', 'price', 'odometer', 'ending'])
const SHOWN_FIRST = 7

/** The filters of the search, each value with the number of lots it would leave. */
export function FacetPanel({ address, facets, currency }: Props) {
  return (
    <div>
      {FILTERS.map((facet) => {
        if (facet === 'biddable') return <BiddableChoice key={facet} address={address} />
        if (facet === 'total') {
          // People who get lot counts by price may also filter by total cost.
          const seesPrices = facets.some((one) => one.facet === 'price')
          return seesPrices ? <TotalChoice key={facet} address={address} currency={currency} /> : null
        }
        const counts = facets.find((one) => one.facet === facet)
        const isIdle = counts === undefined || counts.values.every(({ count }) => count === 0)
        if (counts === undefined || (isIdle && address.valuesOf(facet).length === 0)) return null
        return (
          <details
            key={facet}
            open={OPEN_FIRST.has(facet) || address.valuesOf(facet).length > 0}
            className="group border-b border-line"
          >
            <summary className="flex min-h-11 items-center justify-between gap-2 py-1 font-semibold">
              <span className="flex-1">{FACET_NAMES[facet]}</span>
              {address.valuesOf(facet).length > 0 ? (
                <span className="tabular text-xs font-normal text-slate">{t`${address.valuesOf(facet).length} chosen`}</span>
              ) : null}
              <OpenMark className="size-4 text-slate group-open:rotate-180" />
            </summary>
            <div className="pb-4">
              {facet === 'year' || facet === 'price' || facet === 'odometer' ? (
                <RangeChoice address={address} counts={counts} currency={currency} />
              ) : (
                <ValueChoice address={address} counts={counts} />
              )}
            </div>
          </details>
        )
      })}
    </div>
  )
}

function ValueChoice({ address, counts: { facet, values } }: { address: SearchAddress; counts: FacetCounts }) {
  const [all, setAll] = useState(false)
  const chosen = address.valuesOf(facet)
  const isOne = facet === 'ending'
  const choose = (value: string) =>
    isOne ? address.set({ ending: chosen.includes(value) ? null : value }) : address.toggle(facet, value)
  const ordered = [
    ...values.filter(({ value }) => chosen.includes(value)),
    ...values.filter(({ value }) => !chosen.includes(value)),
  ]
  const shown = isOne ? values : all ? ordered : ordered.slice(0, Math.max(SHOWN_FIRST, chosen.length))
  return (
    <fieldset>
      <legend className="sr-only">{FACET_NAMES[facet]}</legend>
      <ul>
        {shown.map(({ value, label, count }) => (
          <li key={value}>
            <label className="flex min-h-9 cursor-pointer items-center gap-3 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-ink"
                checked={chosen.includes(value)}
                onChange={() => choose(value)}
              />
              <span className="min-w-0 flex-1 break-words">{optionWords(facet, value, label)}</span>
              <span className="tabular text-xs text-slate">{count?.toLocaleString(locale)}</span>
            </label>
          </li>
        ))}
      </ul>
      {isOne || values.length <= shown.length ? null : (
        <Button variant="link" size="sm" onClick={() => setAll(true)}>
          {t`Show all ${values.length}`}
        </Button>
      )}
    </fieldset>
  )
}

/** From and to, each with the number of lots that its end of the range would leave. */
function RangeChoice({
  address,
  counts: { facet, values },
  currency,
}: {
  address: SearchAddress
  counts: FacetCounts
  currency: string
}) {
  const [least = '', most = least] = (address.valuesOf(facet)[0] ?? '-').split('-')
  const edges = values.map(({ value }) => Number(value)).toSorted((a, b) => a - b)
  const countFrom = (from: number) => sum(values.filter(({ value }) => Number(value) >= from))
  const countTo = (to: number) =>
    sum(values.filter(({ value }) => (facet === 'year' ? Number(value) <= to : Number(value) < to)))
  const choose = (from: string, to: string) =>
    address.set({ [facet]: from === '' && to === '' ? null : from === to ? from : `${from}-${to}` })
  const option = (edge: number, count: number) => (
    <option key={edge} value={edge}>
      {edgeWords(facet, edge, currency)} ({count.toLocaleString(locale)})
    </option>
  )
  return (
    <div className="flex flex-col gap-2">
      <End label={t`${FACET_NAMES[facet]}, from`} word={t`From`} value={least} onChoose={(from) => choose(from, most)}>
        {withOwn(edges, least)
          .filter((edge) => most === '' || edge <= Number(most))
          .map((edge) => option(edge, countFrom(edge)))}
      </End>
      <End label={t`${FACET_NAMES[facet]}, up to`} word={t`Up to`} value={most} onChoose={(to) => choose(least, to)}>
        {withOwn(edges, most)
          .filter((edge) => edge > 0 && edge >= Number(least))
          .map((edge) => option(edge, countTo(edge)))}
      </End>
    </div>
  )
}

function sum(values: FacetCounts['values']): number {
  return values.reduce((all, { count }) => all + (count ?? 0), 0)
}

/** An end given in the URL is offered, too. */
function withOwn(edges: number[], own: string): number[] {
  if (own === '' || edges.includes(Number(own))) return edges
  return [...edges, Number(own)].toSorted((a, b) => a - b)
}

function End({
  label,
  word,
  value,
  onChoose,
  children,
}: {
  label: string
  word: string
  value: string
  onChoose(value: string): void
  children: ReactNode
}) {
  return (
    <label className="flex items-center gap-2">
      <span aria-hidden="true" className="w-12 shrink-0 text-xs text-slate">
        {word}
      </span>
      <Select
        compact
        aria-label={label}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
        className="tabular w-full min-w-0"
      >
        <option value="">{t`Any`}</option>
        {children}
      </Select>
    </label>
  )
}

/** Keeps only lots on which a bid by this person would be accepted now; for people who can bid. */
function BiddableChoice({ address }: { address: SearchAddress }) {
  const { user } = useUser()
  const chosen = address.get('biddable') === 'yes'
  if (!chosen && (user === null || accessDenial(user, 'complete') !== null)) return null
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 border-b border-line py-1 font-semibold">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-ink"
        checked={chosen}
        onChange={() => address.set({ biddable: chosen ? null : 'yes' })}
      />
      {FACET_NAMES.biddable}
    </label>
  )
}
