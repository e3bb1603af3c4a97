import { describe, expect, test } from 'vitest'
import { hasValidCheckDigit } from '#contract/lots/vin.ts'
import { questionsAbout, type AskedFacts } from './catalog/questions.ts'
import type { VehicleInput } from '#server/lots/create-vehicle.ts'
import { randomFrom } from './random.ts'
import { makeVehicle, MODELS } from './vehicles.ts'

const VEHICLES = MODELS.flatMap((model) =>
  Array.from({ length: 30 }, (_, index) =>
    makeVehicle(model, randomFrom(`${model.folder} ${index}`), {
      unit: 'km',
      location: 'Springfield',
      inspectedOn: '2026-11-02',
    }),
  ),
)

describe('a demo vehicle', () => {
  test('of 1981 and later has a VIN with a valid check digit; older ones and machines have none', () => {
    const due = VEHICLES.filter(({ input }) => input.year >= 1981 && input.body !== 'equipment')
    expect(due.filter(({ input }) => !hasValidCheckDigit(input.vin ?? ''))).toEqual([])
    const others = VEHICLES.filter((vehicle) => !due.includes(vehicle))
    expect(others.filter(({ input }) => input.vin !== null)).toEqual([])
  })

  test('has its model year’s letter in its VIN', () => {
    // Without I, O, Q, U, Z and 0, from 1980 on.
    const letterOf = (year: number) => 'ABCDEFGHJKLMNPRSTVWXY123456789'[(year - 1980) % 30]
    const faulty = VEHICLES.filter(({ input }) => input.vin !== null && input.vin[9] !== letterOf(input.year))
    expect(faulty).toEqual([])
  })

  test('is the same for the same seed', () => {
    const [model] = MODELS
    const make = () =>
      makeVehicle(model!, randomFrom('seed'), { unit: 'mi', location: 'Springfield', inspectedOn: '2026-11-02' })
    expect(make()).toEqual(make())
  })

  test('without an inspection claims nothing that only an inspection shows', () => {
    const at = { unit: 'mi', location: 'Springfield', inspectedOn: null } as const
    const { input } = makeVehicle(MODELS[0]!, randomFrom('seed'), at)
    expect(input).toMatchObject({ inspection: null, flaws: [], highlights: [], damageMap: [], conditionReport: '' })
    expect([input.damagePrimary, input.damageSecondary]).toEqual(['not-examined', null])
  })

  test('is called by the color, and shows the views, of its own pictures', () => {
    const folders = MODELS.map(({ folder }) => folder)
    expect(new Set(folders).size).toBe(45)
    for (const { input } of VEHICLES) {
      expect(input.photos.length).toBeGreaterThanOrEqual(3)
      expect(input.photos[0]?.name).toMatch(/-hero$/)
    }
    const named = { graphite: 'grey', navy: 'blue', tan: 'beige', copper: 'bronze', cream: 'beige' }
    for (const [name, code] of Object.entries(named)) {
      const colors = MODELS.filter(({ folder }) => folder.endsWith(`-${name}`)).map(({ colour }) => colour)
      expect([name, new Set(colors)]).toEqual([name, new Set([code])])
    }
  })

  const CONTRADICTIONS: [when: (input: VehicleInput) => boolean, never: RegExp][] = [
    [({ body }) => body === 'equipment', /timing belt|test drive|tire tread|paint thickness/i],
    [({ body }) => body === 'motorcycle', /every panel|air conditioning|bumper/i],
    [({ keys }) => keys === 'none', /two keys/i],
    [({ runState }) => runState !== 'drives', /test drive showed|drive it home|starts right away/i],
    [({ make }) => make === 'Illinois', /well kept|garage kept/i],
    [({ flaws }) => flaws.includes('Radio missing'), /AM\/FM|CD player|sound system/i],
  ]

  test('contradicts itself nowhere: what its answers, report and lists say fits its keys, kind and condition', () => {
    const wrong = VEHICLES.flatMap(({ input }) => {
      const { make, model, body, keys, runState, titleBrand, highlights, flaws, equipment, conditionReport } = input
      const facts = { make, model, body, keys, runState, titleBrand, highlights, flaws, equipment, isInspected: true }
      const asked = questionsAbout(facts as AskedFacts)
      const said = [conditionReport, ...equipment, ...highlights, ...flaws, ...asked.flat()].join('\n')
      const found = CONTRADICTIONS.flatMap(([when, never]) => (when(input) ? (never.exec(said) ?? []) : []))
      return asked.length === 0 ? [`${make}: no questions`] : found.map((words) => `${make} ${model}: ${words}`)
    })
    expect(wrong).toEqual([])
  })

  test('that wasn’t driven is not praised for how it drives', () => {
    const undriven = VEHICLES.filter(({ input }) => input.runState !== 'drives')
    expect(undriven.length).toBeGreaterThan(10)
    for (const { input } of undriven)
      expect(input.highlights).not.toContain('Transmission shifts smoothly, fluid clean')
  })
})
