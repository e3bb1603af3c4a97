import type { FastifyInstance } from 'fastify'
import {
  changePhotograph as changeEndpoint,
  deletePhotograph as deleteEndpoint,
  drawDamage,
  listPhotographs,
  orderPhotographs as orderEndpoint,
  retryPhotograph as retryEndpoint,
  sendPhotograph,
} from '#contract/photographs.ts'
import type { FileStorage } from '#server/platform/files/file-storage.ts'
import type { House } from '#server/platform/house.ts'
import { busy, notFound, Refusal } from '#server/platform/problem.ts'
import { serve } from '#server/platform/http/serve.ts'
import {
  changePhotograph,
  deletePhotograph,
  drawDamageMap,
  orderPhotographs,
  retryPhotograph,
} from './change-photographs.ts'
import { readPhotographForm } from './form.ts'
import type { MakingReady } from './make-ready.ts'
import { presentPhotograph, presentPictured } from './present.ts'
import { photographsOf, type PhotographRow } from './store.ts'
import { takePhotograph } from './take-photograph.ts'
import { findPictured } from './vehicle-store.ts'

/** Uploads in hand at once; each holds up to 25 MB until it is kept. */
const UPLOADS_AT_ONCE_MAX = 4

export function photographRoutes(app: FastifyInstance, house: House, files: FileStorage, ready: MakingReady): void {
  const vehicleOf = async (vehicleId: string) => {
    const row = await findPictured(house.db, vehicleId)
    if (row === undefined) throw notFound('this vehicle')
    return presentPictured(row)
  }
  const changed = (done: PhotographRow | Refusal) => {
    if (done instanceof Refusal) return done
    ready.nudge()
    return presentPhotograph(done)
  }
  let uploads = 0

  serve(app, listPhotographs, async ({ params }) => {
    const vehicle = await vehicleOf(params.vehicleId)
    return { vehicle, items: (await photographsOf(house.db, params.vehicleId)).map(presentPhotograph) }
  })

  serve(app, sendPhotograph, async ({ params, query, person, request }) => {
    if (uploads >= UPLOADS_AT_ONCE_MAX) throw busy(2)
    uploads += 1
    try {
      const sent = await readPhotographForm(request)
      if (sent instanceof Refusal) return sent
      const given = { ...sent, ...params, slot: query.slot ?? 'other', actorId: person.id }
      return changed(await takePhotograph(house, files, given))
    } finally {
      uploads -= 1
    }
  })

  serve(app, orderEndpoint, async ({ params, body, person }) => {
    const rows = await orderPhotographs(house, params.vehicleId, person.id, body.ids)
    return rows instanceof Refusal ? rows : { items: rows.map(presentPhotograph) }
  })

  serve(app, changeEndpoint, async ({ params, body, person }) =>
    changed(await changePhotograph(house, params.photographId, person.id, body)),
  )

  serve(app, retryEndpoint, async ({ params, person }) =>
    changed(await retryPhotograph(house, params.photographId, person.id)),
  )

  serve(app, deleteEndpoint, ({ params, query, person }) =>
    deletePhotograph(house, params.photographId, person.id, query.reason),
  )

  serve(app, drawDamage, async ({ params, body, person }) => {
    const refused = await drawDamageMap(house, params.vehicleId, person.id, body)
    return refused ?? { vehicle: await vehicleOf(params.vehicleId) }
  })
}
