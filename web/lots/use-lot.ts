import { t } from '#web/platform/language/text.ts'
import { type QueryFunction, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { QueryOf } from '#contract/platform/endpoint.ts'
import {
  listLots,
  type Lot,
  type LotSummary,
  readLotByNumber,
  type LotPreview,
  readLotOfVehicle,
  readLotSummary,
  readLotSummaryByNumber,
} from '#contract/lots/lots.ts'
import { readOf } from '#web/platform/query.ts'
import { call, RequestError, urlOf } from '#web/platform/request.ts'
import { readToken } from '#web/platform/token.ts'

export type LotRead = { lot: Lot | undefined; failure: RequestError | null; isLoading: boolean; again: () => void }

/** All facts of a lot, by its number. */
export function useLotByNumber(lotNumber: string): LotRead {
  return useLotAt(urlOf(readLotByNumber.path, { lotNumber }))
}

/** All facts of the newest lot that offers a vehicle. */
export function useLotOfVehicle(vehicleId: string): LotRead {
  return useLotAt(urlOf(readLotOfVehicle.path, { vehicleId }))
}

const fromServer = readOf<Lot>('fail')

/** A visitor has no credential, so the server would refuse. They get the lot summary directly, with no error in the console. */
const readLot: QueryFunction<Lot | null> = (asked) =>
  readToken() === null ? Promise.reject(new RequestError(401, 'Sign in to see this lot.')) : fromServer(asked)

function useLotAt(url: string): LotRead {
  const query = useQuery({
    queryKey: [url],
    queryFn: readLot,
    // Missing rights and missing lots get the same answer on a retry.
    retry: (count, failure) =>
      count < 1 && !(failure instanceof RequestError && failure.status >= 400 && failure.status < 500),
  })
  // Rendered in slices: a press or a swipe does not wait for the whole page.
  const lot = useDeferredValue(query.data ?? undefined)
  return {
    lot,
    failure: query.error instanceof RequestError ? query.error : null,
    isLoading: query.isLoading,
    again: () => void query.refetch(),
  }
}

/** Reads what a visitor may see of a lot; null: there is none. */
export type PreviewOptions = { queryKey: readonly unknown[]; queryFn: QueryFunction<LotPreview | null> }

export function previewByNumber(lotNumber: string): PreviewOptions {
  return {
    queryKey: [urlOf(readLotSummaryByNumber.path, { lotNumber })],
    queryFn: readOf<LotPreview>('fail'),
  }
}

/** The same for the newest lot of a vehicle. */
export function previewOfVehicle(vehicleId: string): PreviewOptions {
  return {
    queryKey: [listLots.path, t`of vehicle`, vehicleId],
    queryFn: async ({ signal }) => {
      const { items } = await call(listLots, { query: { vehicle: vehicleId, limit: 1 } }, signal)
      const [lot] = items
      return lot === undefined ? null : call(readLotSummary, { params: { lotId: lot.id } }, signal)
    },
  }
}

/** What a visitor may see of lots: of an auction, or of a vehicle. */
export function useSummaries(query: QueryOf<typeof listLots>) {
  return useQuery<{ items: LotSummary[]; next: string | null }>({
    queryKey: [urlOf(listLots.path, {}, query)],
    queryFn: ({ signal }) => call(listLots, { query }, signal),
  })
}
