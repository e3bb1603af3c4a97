import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { openVinDecoder } from './decode-vin.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'paddock-vin-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A fake of the decoder's package. */
async function decoderModule(name: string, decode: string): Promise<string> {
  const file = path.join(folder, `${name}.mjs`)
  await writeFile(file, `export async function createDecoder() { return { decode: async (vin) => { ${decode} } } }`)
  return pathToFileURL(file).href
}

test('without the decoder, the reply says so, and immediately from the second time on', async () => {
  const decoder = openVinDecoder('no-such-package-anywhere')
  expect(await decoder.decode('5GZCZ43D13S812715')).toEqual({ decoder: 'absent', decoded: null })
  expect(await decoder.decode('5GZCZ43D13S812715')).toEqual({ decoder: 'absent', decoded: null })
  await decoder.stop()
})

test('decoded values are returned as trade codes, and unknown words are left to a person', async () => {
  const name = await decoderModule(
    'knows',
    `return { components: { vehicle: { make: 'Saturn', model: 'Vue', year: 2003, bodyStyle: 'Sport Utility Vehicle (SUV)/Wagon',
      driveType: 'AWD/All-Wheel Drive', fuelType: 'Gasoline', transmission: 'Sorcery' },
      engine: { displacement: '3.0', cylinders: 6 } } }`,
  )
  const decoder = openVinDecoder(name)
  const [first, second] = await Promise.all([decoder.decode('5GZCZ43D13S812715'), decoder.decode('5GZCZ43D13S812715')])
  expect(first).toEqual({
    decoder: 'decoded',
    decoded: {
      make: 'Saturn',
      model: 'Vue',
      year: 2003,
      trim: null,
      engine: '3.0 L, 6 cylinders',
      body: 'suv',
      drive: 'all',
      fuel: 'petrol',
      gearbox: null,
    },
  })
  expect(second).toEqual(first)
  await decoder.stop()
})

test('a decoder that fails, or knows nothing of a VIN, counts as unknown', async () => {
  const failing = openVinDecoder(await decoderModule('fails', `throw new Error('no')`))
  expect(await failing.decode('5GZCZ43D13S812715')).toEqual({ decoder: 'unknown', decoded: null })
  await failing.stop()
  const empty = openVinDecoder(await decoderModule('empty', 'return { components: {} }'))
  expect(await empty.decode('5GZCZ43D13S812715')).toEqual({ decoder: 'unknown', decoded: null })
  await empty.stop()
})
