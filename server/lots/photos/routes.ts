import type { FastifyInstance } from 'fastify'
import {
  changePhoto as changeEndpoint,
  deletePhoto as deleteEndpoint,
  drawDamage,
  listPhotos,
  orderPhotos as orderEndpoint,
  retryPhoto as retryEndpoint,
  sendPhoto,
  type VehiclePhoto,
  type PicturedVehicle,
  ROTATIONS,
} from '#contract/lots/vehicle-photos.ts'
import type { FileStorage } from '#server/platform/files/file-storage.ts'
import type { App } from '#server/platform/app.ts'
import { busy, notFound, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changePhoto, deletePhoto, drawDamageMap, orderPhotos, retryPhoto } from './change-photos.ts'
import { readPhotoForm } from './form.ts'
import type { MakingReady } from './make-ready.ts'
import { photosOf, type PhotoRow } from './store.ts'
import { takePhoto } from './take-photo.ts'
import { findPictured, type PicturedRow } from './vehicle-store.ts'
import * as z from 'zod/mini'
import { photoUrlOf } from '#contract/lots/photos.ts'
import { titleOf } from '../title.ts'
import { turnPins } from './show-photos.ts'

const Rotation = z.literal(ROTATIONS)

function presentPhoto(row: PhotoRow): VehiclePhoto {
  const { id, slot, state, failure, rotation, shown_name: name, width, height, placeholder } = row
  const url = name === null ? null : photoUrlOf(name)
  const pins = turnPins(row.pins, row.shown_rotation)
  return { id, slot, state, failure, rotation: Rotation.parse(rotation), url, width, height, placeholder, pins }
}

function presentPictured(row: PicturedRow): z.infer<typeof PicturedVehicle> {
  const {
    id,
    body,
    lot_number: lotNumber,
    condition_report: conditionReport,
    damage_map: damageMap,
    is_published: isPublished,
  } = row
  return { id, title: titleOf(row), body, lotNumber, conditionReport, damageMap, isPublished }
}

/** Concurrent uploads; each holds up to 25 MB of memory until it is stored. */
const UPLOADS_AT_ONCE_MAX = 4

export function photoRoutes(http: FastifyInstance, app: App, files: FileStorage, ready: MakingReady): void {
  const vehicleOf = async (vehicleId: string) => {
    const row = await findPictured(app.db, vehicleId)
    if (row === undefined) throw notFound('this vehicle')
    return presentPictured(row)
  }
  const changed = (done: PhotoRow | Refusal) => {
    if (done instanceof Refusal) return done
    ready.nudge()
    return presentPhoto(done)
  }
  let uploads = 0

  serve(http, listPhotos, async ({ params }) => {
    const vehicle = await vehicleOf(params.vehicleId)
    return { vehicle, items: (await photosOf(app.db, params.vehicleId)).map(presentPhoto) }
  })

  serve(http, sendPhoto, async ({ params, query, person, request }) => {
    if (uploads >= UPLOADS_AT_ONCE_MAX) throw busy(2)
    uploads += 1
    try {
      const sent = await readPhotoForm(request)
      if (sent instanceof Refusal) return sent
      const given = { ...sent, ...params, slot: query.slot ?? 'other', actorId: person.id }
      return changed(await takePhoto(app, files, given))
    } finally {
      uploads -= 1
    }
  })

  serve(http, orderEndpoint, async ({ params, body, person }) => {
    const rows = await orderPhotos(app, params.vehicleId, person.id, body.ids)
    return rows instanceof Refusal ? rows : { items: rows.map(presentPhoto) }
  })

  serve(http, changeEndpoint, async ({ params, body, person }) =>
    changed(await changePhoto(app, params.photoId, person.id, body)),
  )

  serve(http, retryEndpoint, async ({ params, person }) => changed(await retryPhoto(app, params.photoId, person.id)))

  serve(http, deleteEndpoint, ({ params, query, person }) => deletePhoto(app, params.photoId, person.id, query.reason))

  serve(http, drawDamage, async ({ params, body, person }) => {
    const refused = await drawDamageMap(app, params.vehicleId, person.id, body)
    return refused ?? { vehicle: await vehicleOf(params.vehicleId) }
  })
}
