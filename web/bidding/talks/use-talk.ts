import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MyTalk, readMyTalk, takeTalkStep, TakeTalkStep } from '#contract/talks.ts'
import { liveParts } from '#contract/first-answers.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { call, RequestError, route } from '#web/platform/request.ts'

const STEPS = route<typeof takeTalkStep>('POST', '/api/lots/:lotId/talk/steps')
const TALK = route<typeof readMyTalk>('GET', '/api/lots/:lotId/talk')

const talkKey = (lotId: string) => ['/api/lots', lotId, 'talk'] as const

/**
 * One's own talk about a lot; null where there was none. Read again whenever the lot's ledger goes on: the feed tells `sequence`, and
 * what was said is for the two sides only.
 */
export function useTalk(lotId: string, sequence: number): MyTalk | null | undefined {
  const client = useQueryClient()
  const { data } = useQuery<MyTalk | null>({
    queryKey: talkKey(lotId),
    queryFn: async ({ signal }) => {
      try {
        return await call(TALK, { params: { lotId } }, signal)
      } catch (failure) {
        if (failure instanceof RequestError && failure.status === 404) return null
        throw failure
      }
    },
    staleTime: 0,
  })
  useEffect(() => void client.invalidateQueries({ queryKey: talkKey(lotId) }), [client, lotId, sequence])
  return data
}

export type Step = { kind: TakeTalkStep['kind']; amount: number | null }

/** Takes a step: one id a press, so that a repeated request is the same step. `take` answers whether it was taken. */
export function useTalkStep(lotId: string) {
  const client = useQueryClient()
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: ({ stepId, kind, amount }: Step & { stepId: string }) =>
      call(STEPS, { params: { lotId }, body: amount === null ? { stepId, kind } : { stepId, kind, amount } }),
    onSuccess: (talk) => client.setQueryData(talkKey(lotId), talk),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: talkKey(lotId) })
      void client.invalidateQueries({ queryKey: liveParts(lotId) })
      void client.invalidateQueries({ queryKey: ['/api/my-bids'] })
    },
  })
  const take = (step: Step) =>
    mutateAsync({ ...step, stepId: crypto.randomUUID() }).then(
      () => true,
      () => false,
    )
  return { take, sending: isPending, fault: error === null ? null : wordsOfFailure(error), forget: reset }
}
