import { describe, expect, test } from 'vitest'
import { hasValidCheckDigit } from '#contract/lots/vin.ts'
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
    const letters: Record<number, string> = {
      1984: 'E',
      1989: 'K',
      1990: 'L',
      1992: 'N',
      1996: 'T',
      1998: 'W',
      2003: '3',
      2007: '7',
      2010: 'A',
      2011: 'B',
    }
    const faulty = VEHICLES.filter(({ input }) => input.vin !== null && input.vin[9] !== letters[input.year])
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

  test('that wasn’t driven is not praised for how it drives', () => {
    const undriven = VEHICLES.filter(({ input }) => input.runState !== 'drives')
    expect(undriven.length).toBeGreaterThan(10)
    for (const { input } of undriven)
      expect(input.highlights).not.toContain('Transmission shifts smoothly, fluid clean')
  })
})
