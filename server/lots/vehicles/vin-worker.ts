import { parentPort, workerData } from 'node:worker_threads'
import type { DecodedWords, VinReply } from './decode-vin.ts'

/** The used part of the decoder's interface. Its answers are checked: any module can be named. */
type Decoder = { decode(vin: string): Promise<unknown> }

/** Runs in a separate thread: the tables are large, and searching them must not delay a bid. */
async function run(moduleName: string): Promise<void> {
  const decoder = await openDecoder(moduleName)
  if (decoder === null) {
    send({ absent: true })
    return
  }
  parentPort?.on('message', (vin: string) => {
    void decoder
      .decode(vin)
      .then((answer) => send({ vin, words: wordsOf(answer) }))
      .catch(() => send({ vin, words: null }))
  })
}

async function openDecoder(moduleName: string): Promise<Decoder | null> {
  try {
    const loaded = (await import(moduleName)) as { createDecoder(): Promise<Decoder> }
    return await loaded.createDecoder()
  } catch {
    return null
  }
}

function wordsOf(answer: unknown): DecodedWords | null {
  const vehicle = part(part(answer, 'components'), 'vehicle')
  const engine = part(part(answer, 'components'), 'engine')
  const make = textOf(vehicle, 'make')
  if (make === null) return null
  const litres = textOf(engine, 'displacement')
  const cylinders = textOf(engine, 'cylinders')
  const sizes = [litres === null ? null : `${litres} L`, cylinders === null ? null : `${cylinders} cylinders`]
  const year = Number(textOf(vehicle, 'year'))
  return {
    make,
    model: textOf(vehicle, 'model'),
    year: Number.isInteger(year) && year > 1900 ? year : null,
    trim: textOf(vehicle, 'trim') ?? textOf(vehicle, 'series'),
    engine: sizes.filter((size) => size !== null).join(', ') || null,
    body: textOf(vehicle, 'bodyStyle'),
    drive: textOf(vehicle, 'driveType'),
    fuel: textOf(vehicle, 'fuelType') ?? textOf(engine, 'fuel'),
    gearbox: textOf(vehicle, 'transmission'),
  }
}

function part(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function textOf(value: unknown, name: string): string | null {
  const found = part(value, name)
  const text = typeof found === 'string' || typeof found === 'number' ? String(found).trim() : ''
  return text === '' ? null : text.slice(0, 120)
}

function send(reply: VinReply): void {
  parentPort?.postMessage(reply)
}

await run(workerData as string)
