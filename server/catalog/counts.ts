import { ODOMETER_EDGES, type FacetCounts } from '#contract/catalog/catalog.ts'
import { ENDING_HOURS } from '#contract/catalog/facets.ts'
import { VALUE_FACETS, type FactFacet, type Facet } from '#contract/catalog/facets.ts'
import type { Hits } from './find.ts'
import type { Condition, Filter } from './filter.ts'
import { STATE_LABELS, STATES } from './facet-values.ts'
import { yearOf, type LotIndex } from './lot-index.ts'
import { binsSeen, PRICE_BINS } from './prices.ts'

type Value = FacetCounts['values'][number] & { count: number }

/** A facet lists at most this many values, the most frequent ones. */
const VALUES_MAX = 200
const YEARS = 1024
const HOUR_MS = 3_600_000

type Asked = {
  index: LotIndex
  hits: Hits
  conditions: readonly Condition[]
  filter: Filter
  /** Lots are counted by their price in it. */
  currency: string
  now: number
  canSeePrices: boolean
}

/** How many lots each value of each facet would leave. Models are counted only for the makes that are chosen, or whose models are. */
export function countFacets(asked: Asked): FacetCounts[] {
  const { conditions, canSeePrices } = asked
  const choosesVehicle = conditions.some(({ facets }) => facets.includes('make'))
  const counted: FacetCounts[] = []
  for (const facet of VALUE_FACETS) {
    if (facet === 'state') counted.push({ facet, values: statesOf(asked) })
    else if (facet !== 'model' || choosesVehicle) counted.push({ facet, values: listedOf(asked, facet) })
  }
  counted.push({ facet: 'year', values: yearsOf(asked) })
  counted.push({ facet: 'odometer', values: odometersOf(asked) })
  if (canSeePrices) counted.push({ facet: 'price', values: pricesOf(asked) })
  counted.push({ facet: 'ending', values: endingOf(asked) })
  return counted
}

function endingLabel(hours: number): string {
  if (hours === 1) return 'Within 1 hour'
  return hours < 72 ? `Within ${hours} hours` : `Within ${hours / 24} days`
}

/** The lots counted in a facet: the hits, and those that only its own filter excludes. */
function countedIn({ hits, conditions }: Asked, facet: Facet): Int32Array[] {
  const own = conditions.findIndex(({ facets }) => facets.includes(facet))
  return own === -1 ? [hits.all] : [hits.all, hits.but[own]!]
}

function tally(asked: Asked, facet: Facet, column: Uint16Array, size: number): Uint32Array {
  const counts = new Uint32Array(size)
  for (const lots of countedIn(asked, facet)) {
    for (let at = 0; at < lots.length; at += 1) counts[column[lots[at]!]!]! += 1
  }
  return counts
}

function listedOf(asked: Asked, facet: FactFacet): Value[] {
  const { index } = asked
  const { values } = index.dictionaries[facet]
  const counts = tally(asked, facet, index.codes[facet], values.length)
  if (facet === 'damage') {
    const more = tally(asked, facet, index.damage2, values.length)
    for (let code = 1; code < counts.length; code += 1) counts[code]! += more[code]!
  }
  const chosen = asked.filter.values[facet] ?? []
  const makes = facet === 'model' ? makesChosen(asked.filter) : null
  const found: Value[] = []
  for (let code = 1; code < counts.length; code += 1) {
    if (makes !== null && !makes.has(makeOf(values[code]!.value))) continue
    // A chosen value is listed even with no lots: it can be unchosen.
    const isListed = counts[code]! > 0 || chosen.includes(values[code]!.value)
    if (isListed) found.push({ ...values[code]!, count: counts[code]! })
  }
  return found.toSorted((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1)).slice(0, VALUES_MAX)
}

function makesChosen({ values: { make = [], model = [] } }: Filter): Set<string> {
  return new Set([...make, ...model.map(makeOf)])
}

/** A model's value is `make/model`. */
function makeOf(model: string): string {
  return model.split('/')[0] ?? ''
}

/** Ended lots have no count while past ones are still being read. */
function statesOf(asked: Asked): FacetCounts['values'] {
  const { index, canSeePrices } = asked
  const counts = tally(asked, 'state', index.state, STATES.length)
  const found = STATES.map((value, place) => ({ value, label: STATE_LABELS[value], count: counts[place]! }))
  const [open, scheduled, sold, unsold] = found
  const ended = { value: 'ended', label: 'Ended', count: sold!.count + unsold!.count }
  const over = (canSeePrices ? [sold!, unsold!] : [ended]).map((each) =>
    index.isWhole ? each : { ...each, count: null },
  )
  return [open!, scheduled!, ...over].filter(({ count }) => count !== 0)
}

function yearsOf(asked: Asked): Value[] {
  const counts = tally(asked, 'year', asked.index.year, YEARS)
  const found: Value[] = []
  for (let code = YEARS - 1; code > 0; code -= 1) {
    const year = String(yearOf(code))
    if (counts[code]! > 0) found.push({ value: year, label: year, count: counts[code]! })
  }
  return found.slice(0, VALUES_MAX)
}

function odometersOf(asked: Asked): Value[] {
  const counts = tally(asked, 'odometer', asked.index.odometerBin, ODOMETER_EDGES.length + 1)
  return ODOMETER_EDGES.map((edge, place) => edgeOf(edge, counts[place + 1]!))
}

function pricesOf(asked: Asked): Value[] {
  const { index, currency } = asked
  const counts = tally(asked, 'price', index.priceBin, PRICE_BINS)
  return binsSeen(currency, index.binsSeen).map(({ edge, bin }) => edgeOf(edge, counts[bin]!))
}

function edgeOf(edge: number, count: number): Value {
  return { value: String(edge), label: edge.toLocaleString('en-US'), count }
}

function endingOf(asked: Asked): Value[] {
  const { index, now, canSeePrices } = asked
  const column = canSeePrices ? index.endsAt : index.dueAt
  const spans = Object.entries(ENDING_HOURS)
  const limits = spans.map(([, hours]) => now + hours * HOUR_MS)
  const counts = spans.map(() => 0)
  for (const lots of countedIn(asked, 'ending')) {
    for (let at = 0; at < lots.length; at += 1) {
      const endsAt = column[lots[at]!]!
      for (let span = limits.length - 1; span >= 0 && endsAt <= limits[span]!; span -= 1) counts[span]! += 1
    }
  }
  return spans.map(([value, hours], place) => ({
    value,
    label: endingLabel(hours),
    count: counts[place]!,
  }))
}
