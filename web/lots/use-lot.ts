import { type QueryFunction, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { QueryOf } from '#contract/endpoint.ts'
import type { listLots, Lot, LotTeaser, readLotByNumber, readLotOfVehicle, readTeaserByNumber } from '#contract/lots.ts'
import { readOf } from '#web/platform/query.ts'
import { call, RequestError, route, urlOf } from '#web/platform/request.ts'
import { readToken } from '#web/platform/token.ts'

const BY_NUMBER = route<typeof readLotByNumber>('GET', '/api/lots/by-number/:lotNumber')
const OF_VEHICLE = route<typeof readLotOfVehicle>('GET', '/api/vehicles/:vehicleId/lot')
const TEASERS = route<typeof listLots>('GET', '/api/lots')
const TEASER_BY_NUMBER = route<typeof readTeaserByNumber>('GET', '/api/lots/by-number/:lotNumber/teaser')

export type LotRead = { lot: Lot | undefined; failure: RequestError | null; isLoading: boolean; again: () => void }

/** All facts of a lot, by its number. */
export function useLotByNumber(lotNumber: string): LotRead {
  return useLotAt(urlOf(BY_NUMBER.path, { lotNumber }))
}

/** All facts of the newest lot in which a vehicle is offered. */
export function useLotOfVehicle(vehicleId: string): LotRead {
  return useLotAt(urlOf(OF_VEHICLE.path, { vehicleId }))
}

const fromHouse = readOf<Lot>('fail')

/** A visitor has no credential, and the house one answer: he goes on to the teaser at once, with no error in the console. */
const readLot: QueryFunction<Lot | null> = (asked) =>
  readToken() === null ? Promise.reject(new RequestError(401, 'Log in to see this lot.')) : fromHouse(asked)

function useLotAt(url: string): LotRead {
  const query = useQuery({
    queryKey: [url],
    queryFn: readLot,
    // Somebody without the right, and a lot that is not there, get no other answer by asking twice.
    retry: (count, failure) =>
      count < 1 && !(failure instanceof RequestError && failure.status >= 400 && failure.status < 500),
  })
  // Drawn in slices: a press or a swipe does not wait for the whole page.
  const lot = useDeferredValue(query.data ?? undefined)
  return {
    lot,
    failure: query.error instanceof RequestError ? query.error : null,
    isLoading: query.isLoading,
    again: () => void query.refetch(),
  }
}

/** Where the teaser of a lot is read by its number. */
export function teaserUrl(lotNumber: string): string {
  return urlOf(TEASER_BY_NUMBER.path, { lotNumber })
}

/** Where the teaser of the newest lot of a vehicle is read, as a list of one. */
export function vehicleTeaserUrl(vehicleId: string): string {
  return urlOf(TEASERS.path, {}, { vehicle: vehicleId, limit: 1 })
}

/** What a visitor may see of lots: of a sale, or of a vehicle. */
export function useTeasers(query: QueryOf<typeof listLots>) {
  return useQuery<{ items: LotTeaser[]; next: string | null }>({
    queryKey: [urlOf(TEASERS.path, {}, query)],
    queryFn: ({ signal }) => call(TEASERS, { query }, signal),
  })
}
