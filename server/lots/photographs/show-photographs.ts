import type { Kysely } from 'kysely'
import type { PhotoPin } from '#contract/lots.ts'
import type { StoredPhoto } from '../store.ts'
import { photographsOf, setShown } from './store.ts'

/** Writes anew what readers see of a vehicle's photographs. Under the vehicle's lock, with every change of them. */
export async function showPhotographs<T>(trx: Kysely<T>, vehicleId: string): Promise<void> {
  const shown: StoredPhoto[] = []
  for (const row of await photographsOf(trx, vehicleId)) {
    if (row.shown_name === null || row.width === null || row.height === null) continue
    const { shown_name: name, slot: view, width, height, placeholder } = row
    shown.push({ name, view, width, height, placeholder, pins: turnPins(row.pins, row.shown_rotation) })
  }
  await setShown(trx, vehicleId, shown)
}

/** Places on a picture after it is turned clockwise by so many degrees; negative ones turn back. */
export function turnPins(pins: PhotoPin[], rotation: number): PhotoPin[] {
  const quarters = (((rotation / 90) % 4) + 4) % 4
  let turned = pins
  for (let quarter = 0; quarter < quarters; quarter += 1) {
    turned = turned.map((pin) => ({ ...pin, x: 1000 - pin.y, y: pin.x }))
  }
  return turned
}
