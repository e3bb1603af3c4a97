import { expect, test } from 'vitest'
import { openVinDecoder } from './decode-vin.ts'
import { decodeVpic, type VpicTables } from './vpic-decoder.ts'

test('VINs of the American market are decoded without a network to model, body, engine and fuel', async () => {
  const decoder = openVinDecoder()
  const vins = ['5N1DL0MM5KC500000', '4T4BF1FK5DR300000', '1FTRF12W19KB00001', '5YJ3E1EA7KF000001', 'WVWZZZ1K0BP111111']
  const answers = await Promise.all(vins.map((vin) => decoder.decode(vin)))
  expect(
    answers.map(({ decoded }) => decoded && [decoded.year, decoded.make, decoded.model, decoded.body, decoded.engine]),
  ).toEqual([
    [2019, 'Infiniti', 'QX60', 'suv', '3.5 L'],
    [2013, 'Toyota', 'Camry', 'saloon', '2.5 L, 4 cylinders'],
    [2009, 'Ford', 'F-150', 'pickup', '4.6 L, 8 cylinders'],
    [2019, 'Tesla', 'Model 3', 'saloon', null],
    null,
  ])
  await decoder.stop()
})

test('the pattern that fixes most characters counts, and two that contradict each other count for nothing', () => {
  const tables: VpicTables = {
    identifiers: { '1M8': [[1, 1980, 0]] },
    schemas: {
      1: {
        model: [
          ['G', '10'],
          ['GD[L-N]', '11'],
        ],
        fuel: [
          ['*D', '1'],
          ['*D', '2'],
        ],
        cylinders: [['****9', '8']],
      },
    },
    models: { 10: ['Bus', 'MCI'], 11: ['MC-9', 'MCI'] },
    body: {},
    fuel: { 1: 'Diesel', 2: 'Gasoline' },
    drive: {},
  }
  expect(decodeVpic(tables, '1M8GDM9AXKP042788', 2027)).toEqual({
    components: {
      vehicle: {
        make: 'MCI',
        model: 'MC-9',
        year: 1989,
        bodyStyle: undefined,
        driveType: undefined,
        fuelType: undefined,
      },
      engine: { displacement: null, cylinders: null },
    },
  })
  expect(decodeVpic(tables, '2M8GDM9AXKP042788', 2027)).toEqual({})
})
