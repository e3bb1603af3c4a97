import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import { Id, Instant, oneLine } from '../platform/values.ts'

/** What staff record of a vehicle: it came, it can be offered, it left. */
export const VEHICLE_EVENTS = ['arrived', 'ready', 'released'] as const
export type VehicleEvent = (typeof VEHICLE_EVENTS)[number]

/** The life of a vehicle, oldest first: what staff recorded, and what its lots say. */
export const VehicleHistory = z.object({
  items: z.array(
    z.object({
      at: Instant,
      what: z.enum(['added', ...VEHICLE_EVENTS, 'entered', 'published', 'negotiating', 'sold', 'passed', 'withdrawn']),
      /** Who recorded it; null for what follows from a lot. */
      by: z.nullable(z.string()),
      note: z.string(),
      lot: z.nullable(z.object({ lotNumber: z.int(), auctionTitle: z.string() })),
    }),
  ),
})
export type VehicleHistory = z.infer<typeof VehicleHistory>

export const readVehicleHistory = endpoint({
  method: 'GET',
  path: '/api/admin/vehicles/:vehicleId/history',
  access: 'auctioneer',
  summary: 'What happened to a vehicle, from its entry to its release',
  params: z.object({ vehicleId: Id }),
  reply: VehicleHistory,
})

export const recordVehicleEvent = endpoint({
  method: 'POST',
  path: '/api/admin/vehicle-events',
  access: 'auctioneer',
  summary: 'Record that vehicles arrived, are ready or were released; those whose state doesn’t allow it are skipped',
  body: z.object({
    vehicleIds: z.array(Id).check(z.minLength(1, 'Choose a vehicle.'), z.maxLength(200)),
    kind: z.enum(VEHICLE_EVENTS),
    note: z.string().check(z.trim(), z.maxLength(300), oneLine),
  }),
  reply: z.object({ recorded: z.int(), skipped: z.array(z.object({ vehicleId: Id, reason: z.string() })) }),
})
