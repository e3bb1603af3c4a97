import { useQuery } from '@tanstack/react-query'
import type { QueryOf } from '#contract/endpoint.ts'
import { listLots, type Lot, type LotTeaser, readLotByNumber, readLotOfVehicle } from '#contract/lots.ts'
import { call, RequestError, urlOf } from '#web/platform/request.ts'

export type LotRead = { lot: Lot | undefined; failure: RequestError | null; isLoading: boolean; again: () => void }

/** All facts of a lot, by its number. */
export function useLotByNumber(lotNumber: string): LotRead {
  return useLotAt(urlOf(readLotByNumber.path, { lotNumber }))
}

/** All facts of the newest lot in which a vehicle is offered. */
export function useLotOfVehicle(vehicleId: string): LotRead {
  return useLotAt(urlOf(readLotOfVehicle.path, { vehicleId }))
}

function useLotAt(url: string): LotRead {
  const query = useQuery<Lot>({
    queryKey: [url],
    // Somebody without the right, and a lot that is not there, get no other answer by asking twice.
    retry: (count, failure) =>
      count < 1 && !(failure instanceof RequestError && failure.status >= 400 && failure.status < 500),
  })
  return {
    lot: query.data,
    failure: query.error instanceof RequestError ? query.error : null,
    isLoading: query.isLoading,
    again: () => void query.refetch(),
  }
}

/** What a visitor may see of lots: of a sale, or of a vehicle. */
export function useTeasers(query: QueryOf<typeof listLots>) {
  return useQuery<{ items: LotTeaser[]; next: string | null }>({
    queryKey: [urlOf(listLots.path, {}, query)],
    queryFn: ({ signal }) => call(listLots, { query }, signal),
  })
}
