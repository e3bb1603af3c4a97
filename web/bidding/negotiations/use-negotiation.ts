import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type MyNegotiation,
  readMyNegotiation,
  takeNegotiationStep,
  type TakeNegotiationStep,
} from '#contract/bidding/negotiations.ts'
import { liveParts } from '#contract/seo/first-answers.ts'
import { call, RequestError, failureMessage } from '#web/platform/request.ts'

const negotiationKey = (lotId: string) => ['/api/lots', lotId, 'negotiation'] as const

/**
 * The viewer's negotiation about a lot; null where there was none. Reloaded whenever the lot's ledger grows: the feed
 * sends `sequence`, and the content is for the two sides only.
 */
export function useNegotiation(lotId: string, sequence: number): MyNegotiation | null | undefined {
  const client = useQueryClient()
  const { data } = useQuery<MyNegotiation | null>({
    queryKey: negotiationKey(lotId),
    queryFn: async ({ signal }) => {
      try {
        return await call(readMyNegotiation, { params: { lotId } }, signal)
      } catch (failure) {
        if (failure instanceof RequestError && failure.status === 404) return null
        throw failure
      }
    },
    staleTime: 0,
  })
  useEffect(() => void client.invalidateQueries({ queryKey: negotiationKey(lotId) }), [client, lotId, sequence])
  return data
}

export type Step = { kind: TakeNegotiationStep['kind']; amount: number | null }

/** Takes a step: one id per press, so a repeated request is the same step. `take` returns whether it succeeded. */
export function useNegotiationStep(lotId: string) {
  const client = useQueryClient()
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: ({ stepId, kind, amount }: Step & { stepId: string }) =>
      call(takeNegotiationStep, {
        params: { lotId },
        body: amount === null ? { stepId, kind } : { stepId, kind, amount },
      }),
    onSuccess: (negotiation) => client.setQueryData(negotiationKey(lotId), negotiation),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: negotiationKey(lotId) })
      void client.invalidateQueries({ queryKey: liveParts(lotId) })
      void client.invalidateQueries({ queryKey: ['/api/my-bids'] })
    },
  })
  const take = (step: Step) =>
    mutateAsync({ ...step, stepId: crypto.randomUUID() }).then(
      () => true,
      () => false,
    )
  return { take, sending: isPending, fault: error === null ? null : failureMessage(error), forget: reset }
}
