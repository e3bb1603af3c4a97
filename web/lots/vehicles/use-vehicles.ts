import { useQuery } from '@tanstack/react-query'
import type { QueryOf } from '#contract/platform/endpoint.ts'
import { decodeVin, listVehicles, readVehicle } from '#contract/lots/vehicles.ts'
import { call } from '#web/platform/request.ts'

export const VEHICLES_KEY = listVehicles.path
type VehicleQuery = Partial<QueryOf<typeof listVehicles>>

export function useVehicles(query: VehicleQuery) {
  return useQuery({
    queryKey: [VEHICLES_KEY, 'list', JSON.stringify(query)],
    queryFn: ({ signal }) => call(listVehicles, { query }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
}

export function useVehicle(vehicleId: string | null) {
  return useQuery({
    queryKey: [VEHICLES_KEY, vehicleId],
    queryFn: ({ signal }) => call(readVehicle, { params: { vehicleId: vehicleId ?? '' } }, signal),
    enabled: vehicleId !== null,
    staleTime: 0,
  })
}

/** What a VIN decodes to; requested once it is long enough. */
export function useVin(vin: string) {
  return useQuery({
    queryKey: [decodeVin.path, vin],
    queryFn: ({ signal }) => call(decodeVin, { params: { vin } }, signal),
    enabled: vin.length === 17,
    placeholderData: (held) => held,
  })
}
