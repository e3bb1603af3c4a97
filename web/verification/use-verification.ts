import { useQuery } from '@tanstack/react-query'
import { readVerification } from '#contract/verification.ts'
import { call } from '#web/platform/request.ts'

/** What became of the person's last document, always read anew: a decision may be seconds old. */
export function useVerification() {
  return useQuery({
    queryKey: [readVerification.path],
    queryFn: ({ signal }) => call(readVerification, {}, signal),
    staleTime: 0,
  })
}
