import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { VehicleInput } from '#server/lots/create-vehicle.ts'
import { withCheckDigit, yearCharacter } from '#contract/lots/vin.ts'
import { ROOT } from '#server/platform/root.ts'
import { CARS } from './catalog/cars.ts'
import { CLASSICS } from './catalog/classics.ts'
import { COMMERCIALS } from './catalog/commercials.ts'
import { CONDITION_FLAWS, CONDITIONS, type Condition } from './catalog/conditions.ts'
import { PAINTS } from './catalog/paints.ts'
import { SPECIALS } from './catalog/specials.ts'
import { PLACES, type ConditionName, type DemoModel, type Flaw, type Strength } from './catalog/model.ts'
import type { Random } from './random.ts'

/** Every vehicle with pictures of its own: the models in each of their colors. */
export const MODELS: DemoModel[] = [...CARS, ...CLASSICS, ...COMMERCIALS, ...SPECIALS].flatMap((model) => [
  model,
  ...(PAINTS[model.folder] ?? []).map(({ called, engine = model.engine, ...own }) => {
    const { colour: _, ...stated } = model.stated ?? {}
    return { ...model, ...own, engine, stated: called === undefined ? stated : { ...stated, colour: called } }
  }),
])

/** The views of every model's pictures, the hero first, and the shot list slot of each. */
const VIEWS = { hero: 'front-left', rear: 'rear-left', side: 'left', front: 'front', detail: 'detail' } as const

/** A few blurred pixels of each picture. */
const PLACEHOLDERS = JSON.parse(readFileSync(path.join(ROOT, 'demo/photos/placeholders.json'), 'utf8')) as Record<
  string,
  string
>

export const YARDS = ['Northgate Yard, Springfield', 'Harbor Yard, Rivermouth', 'Mill Lane Depot, Fairview']

const KM_PER_MILE = 1.609344

/** A vehicle as it is entered, and its worth in whole currency units. */
export type DemoVehicle = { input: VehicleInput; worth: number }

/** `unit`: that of the auction's country; `inspectedOn`: a day, null if the vehicle hasn't been inspected. */
export type DemoPlace = { unit: 'mi' | 'km'; location: string; inspectedOn: string | null }

/** One vehicle of a model: its own condition, distance, number and report. */
export function makeVehicle(model: DemoModel, random: Random, { unit, location, inspectedOn }: DemoPlace): DemoVehicle {
  const condition = conditionFor(model, random)
  const odometer = odometerOf(model, condition, random, unit)
  const flaws = random.some(model.flaws.filter(fits(condition)), condition.flaws)
  const highlights = random.some(model.strengths.map(asTrait).filter(fits(condition)), condition.strengths)
  const input: VehicleInput = {
    year: model.year,
    make: model.make,
    model: model.model,
    trim: random.pick(model.trims),
    body: model.body,
    vin: model.vin === null ? null : makeVin(model.vin, model.year, random),
    odometer,
    titleBrand: condition.titleBrand,
    damagePrimary: condition.damagePrimary,
    damageSecondary: condition.damageSecondary,
    keys: condition.keys,
    runState: condition.runState,
    engine: model.engine,
    gearbox: model.gearbox,
    drive: model.drive,
    fuel: model.fuel,
    colour: model.colour,
    stated: { ...model.stated },
    sellerKind: random.pick(condition.sellers),
    location,
    highlights: highlights.map(({ text }) => text),
    flaws: [...CONDITION_FLAWS[condition.name], ...flaws.map(({ text }) => text)],
    // Thieves took the radio.
    equipment: model.equipment.filter((item) => condition.name !== 'recovered' || !/radio|CD player|sound/.test(item)),
    conditionReport: reportOf(model, condition, flaws, random),
    damageMap: flaws.flatMap(markOf),
    inspection: inspectedOn === null ? null : { day: inspectedOn, by: 'Paddock' },
    photos: Object.entries(VIEWS).flatMap(([picture, view]) => {
      const name = `${model.folder}-${picture}`
      const placeholder = PLACEHOLDERS[name]
      // Some vehicles have fewer views.
      return placeholder === undefined ? [] : [{ name, view, width: 1200, height: 800, placeholder }]
    }),
  }
  return {
    input: inspectedOn === null ? uninspected(input) : input,
    worth: worthOf(model, condition, kmOf(odometer), random),
  }
}

/** Without an inspection everything that only an inspection shows is missing: the seller's facts and the photos remain. */
function uninspected(input: VehicleInput): VehicleInput {
  const unseen = { flaws: [], highlights: [], damageMap: [], conditionReport: '', inspection: null }
  return { ...input, ...unseen, damagePrimary: 'not-examined', damageSecondary: null }
}

/** Only old vehicles were in long storage; machines are never stolen or rebuilt. */
function conditionFor(model: DemoModel, random: Random): Condition {
  const fitting = CONDITIONS.filter(({ name }) => {
    if (model.conditions !== undefined) return model.conditions.includes(name)
    if (name === 'stored') return model.kind === 'classic' || model.year <= 1992
    return model.kind !== 'equipment' || ['kept', 'used', 'tired', 'fault'].includes(name)
  })
  return random.pick(fitting.flatMap((condition) => Array.from({ length: condition.weight }, () => condition)))
}

function asTrait(strength: Strength): Exclude<Strength, string> {
  return typeof strength === 'string' ? { text: strength, unless: [] } : strength
}

function fits({ name }: Condition): (trait: { unless?: ConditionName[] }) => boolean {
  return ({ unless }) => !unless?.includes(name)
}

function odometerOf(
  model: DemoModel,
  condition: Condition,
  random: Random,
  unit: 'mi' | 'km',
): VehicleInput['odometer'] {
  if (model.distance === null) return null
  const [low, high] = model.distance
  const km = random.whole(low * 1000, high * 1000)
  const value = unit === 'km' ? km : Math.round(km / KM_PER_MILE)
  const isExempt = model.year < 1990 && condition.odometerStatus === 'actual'
  return { value, unit, status: isExempt ? 'exempt' : condition.odometerStatus }
}

function kmOf(odometer: VehicleInput['odometer']): number | null {
  if (odometer === null) return null
  return odometer.unit === 'km' ? odometer.value : odometer.value * KM_PER_MILE
}

function makeVin({ start, plant }: { start: string; plant: string }, year: number, random: Random): string {
  const serial = String(random.whole(100_000, 999_999))
  return withCheckDigit(`${start}0${yearCharacter(year)}${plant}${serial}`)
}

function reportOf(model: DemoModel, condition: Condition, flaws: Flaw[], random: Random): string {
  const tread = random.whole(4, 9)
  const hours = random.whole(2100, 9800).toLocaleString('en')
  const wear =
    model.kind === 'equipment'
      ? `The hour meter shows ${hours}. We measured mast, forks and chains under load.`
      : model.kind === 'motorcycle'
        ? `Tire tread is ${tread}/32" in front. We checked brakes, belt and wheel bearings on the stand.`
        : `Tire tread is ${tread}/32" in front and ${tread + random.whole(0, 1)}/32" in the rear, measured in three places.`
  const marked = flaws.filter(({ at }) => at !== undefined).length
  const found =
    marked === 0
      ? 'We found no damage to mark on the map.'
      : `${marked === 1 ? 'One place is' : `${marked} places are`} marked on the map; two inspectors confirmed each mark.`
  const thickest = condition.name === 'rebuilt' ? random.whole(110, 165) : random.whole(55, 83)
  const paint =
    model.kind === 'equipment'
      ? ''
      : `Paint thickness, measured on ${model.kind === 'motorcycle' ? 'tank and fenders' : 'every panel'}: ${inMils(random.whole(37, 51))} to ${inMils(thickest)} mils.`
  const drive = (model.kind === 'equipment' ? condition.work : undefined) ?? condition.drive
  return [`${condition.opening} ${drive}`, `${found} ${paint}`.trim(), wear, model.note].join('\n\n')
}

/** `tenths` of a mil, a thousandth of an inch. */
function inMils(tenths: number): string {
  return (tenths / 10).toFixed(1)
}

function markOf({ text, at, kind, severity }: Flaw): VehicleInput['damageMap'] {
  if (at === undefined) return []
  const [x, y] = PLACES[at]
  return [{ x, y, kind: kind ?? 'wear', severity: severity ?? 'light', note: text }]
}

/** Distance changes the worth by a quarter between the model's lowest and highest. */
function worthOf(model: DemoModel, condition: Condition, distance: number | null, random: Random): number {
  const [low, high] = model.distance ?? [0, 1]
  const share = distance === null ? 0.5 : Math.min(1, Math.max(0, (distance / 1000 - low) / (high - low)))
  return Math.round(model.value * condition.factor * (1.12 - 0.25 * share) * (0.94 + random.next() * 0.12))
}
