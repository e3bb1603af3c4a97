import { useQueries } from '@tanstack/react-query'
import { type Lot, readLotByNumber } from '#contract/lots/lots.ts'
import { RequestError, urlOf } from '#web/platform/request.ts'

export type ComparedRead = { lot: Lot | undefined; failure: RequestError | null }

/** The facts of each lot, from the same cache as its own page. */
export function useComparedFacts(lotNumbers: readonly number[]): ComparedRead[] {
  return useQueries({
    queries: lotNumbers.map((lotNumber) => ({
      queryKey: [urlOf(readLotByNumber.path, { lotNumber })],
      retry: (count: number, failure: Error) => count < 1 && !(failure instanceof RequestError && failure.status < 500),
    })),
    combine: (results) =>
      results.map(({ data, error }) => ({
        lot: data as Lot | undefined,
        failure: error instanceof RequestError ? error : null,
      })),
  })
}
