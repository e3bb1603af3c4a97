import type { Kysely } from 'kysely'
import type { PhotoPin } from '#contract/lots/lots.ts'
import type { StoredPhoto } from '../store.ts'
import { photosOf, setShown } from './store.ts'

/** Rewrites what readers see of a vehicle's photos. Call under the vehicle's lock, with every change of them. */
export async function showPhotos<T>(trx: Kysely<T>, vehicleId: string): Promise<void> {
  const shown: StoredPhoto[] = []
  for (const row of await photosOf(trx, vehicleId)) {
    if (row.shown_name === null || row.width === null || row.height === null) continue
    const { shown_name: name, slot: view, width, height, placeholder } = row
    shown.push({ name, view, width, height, placeholder, pins: turnPins(row.pins, row.shown_rotation) })
  }
  await setShown(trx, vehicleId, shown)
}

/** Pin positions after a picture is rotated clockwise by that many degrees; negative values rotate back. */
export function turnPins(pins: PhotoPin[], rotation: number): PhotoPin[] {
  const quarters = (((rotation / 90) % 4) + 4) % 4
  let turned = pins
  for (let quarter = 0; quarter < quarters; quarter += 1) {
    turned = turned.map((pin) => ({ ...pin, x: 1000 - pin.y, y: pin.x }))
  }
  return turned
}
