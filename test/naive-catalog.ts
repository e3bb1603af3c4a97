import type { CatalogFilter } from '#contract/catalog/catalog.ts'
import type { ListName } from '#contract/lots/vocabulary.ts'
import { namesOf } from '#server/catalog/fact-words.ts'

/** A lot as a plain record: what is stored, unchanged. Amounts in minor units, instants in ms. */
export type Card = {
  id: string
  lotNumber: number
  auctionId: string
  title: string
  status: string
  price: number
  endsAt: number
  publishedAt: number
  year: number
  make: string
  model: string
  body: string
  fuel: string | null
  gearbox: string | null
  drive: string | null
  colour: string | null
  titleBrand: string | null
  damages: (string | null)[]
  runState: string | null
  location: string | null
  kilometres: number | null
  isInspected: boolean
}

/** The slow, obvious reference model of the catalog's filter: card by card, condition by condition. Words: no typos. */
export function cardsFor(cards: readonly Card[], filter: CatalogFilter, now: number): Card[] {
  return cards.filter((card) => fits(card, filter, now))
}

function fits(card: Card, filter: CatalogFilter, now: number): boolean {
  const state = stateOf(card.status)
  const states = filter.state?.split(',') ?? ['open', 'scheduled']
  if (!states.includes(state) && !(states.includes('ended') && (state === 'sold' || state === 'unsold'))) return false
  if (!isVehicle(card, filter)) return false
  const plain: [asked: string | undefined, stored: (string | null)[]][] = [
    [filter.body, [card.body]],
    [filter.fuel, [card.fuel]],
    [filter.gearbox, [card.gearbox]],
    [filter.drive, [card.drive]],
    [filter.colour, [card.colour]],
    [filter.title, [card.titleBrand]],
    [
      filter.damage,
      card.damages.every((one) => one === null) ? [card.isInspected ? 'none' : 'not-inspected'] : card.damages,
    ],
    [filter.inspection, [card.isInspected ? 'inspected' : 'not-inspected']],
    [filter.runs, [card.runState]],
    [filter.place, [card.location]],
    [filter.auction, [card.auctionId]],
  ]
  if (!plain.every(([asked, stored]) => asked === undefined || stored.some((one) => isAmong(asked, one)))) return false
  if (!isWithin(filter.year, card.year)) return false
  if (filter.odometer !== undefined && !(card.kilometres !== null && isWithin(filter.odometer, card.kilometres)))
    return false
  if (!isWithin(filter.price, card.price / 100)) return false
  const hours = { '1h': 1, '24h': 24, '3d': 72, '7d': 168 }
  if (filter.ending !== undefined && card.endsAt > now + hours[filter.ending] * 3_600_000) return false
  return (filter.q ?? '').split(' ').every((word) => word === '' || hasWord(card, word))
}

function isVehicle({ make, model }: Card, filter: CatalogFilter): boolean {
  if (filter.make === undefined && filter.model === undefined) return true
  const models = filter.model?.split(',') ?? []
  const makes = filter.make?.split(',') ?? []
  if (models.some((one) => one.startsWith(`${spelled(make)}/`)))
    return models.includes(`${spelled(make)}/${spelled(model)}`)
  return makes.includes(spelled(make))
}

function isAmong(asked: string, stored: string | null): boolean {
  return stored !== null && asked.split(',').includes(spelled(stored))
}

function isWithin(range: string | undefined, value: number): boolean {
  if (range === undefined) return true
  if (!range.includes('-')) return value === Number(range)
  const [least, most] = range.split('-')
  return value >= Number(least === '' ? 0 : least) && (most === '' || value <= Number(most))
}

function hasWord(card: Card, word: string): boolean {
  const { year, body, fuel, gearbox, drive, colour, titleBrand, runState, damages } = card
  const facts: [ListName, string | null][] = [
    ['body', body],
    ['fuel', fuel],
    ['gearbox', gearbox],
    ['drive', drive],
    ['colour', colour],
    ['titleBrand', titleBrand],
    ['runState', runState],
    ...damages.map((damage): [ListName, string | null] => ['damage', damage]),
  ]
  const names = facts.flatMap(([list, stored]) => [stored, ...namesOf(list, spelled(stored ?? ''))])
  const texts = [card.title, String(year), card.location, ...names]
  const words = texts.flatMap((text) => spelled(text ?? '').split('-'))
  return words.some((one) => one === word || (word.length >= 3 && one.startsWith(word)))
}

function stateOf(status: string): string {
  if (status === 'open' || status === 'scheduled' || status === 'sold') return status
  return 'unsold'
}

const spellings = new Map<string, string>()

/** A stored value as spelled in addresses. */
export function spelled(text: string): string {
  const known = spellings.get(text)
  if (known !== undefined) return known
  const spelling = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((part) => part !== '')
    .join('-')
  spellings.set(text, spelling)
  return spelling
}
