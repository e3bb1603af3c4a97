import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { call, type Input, RequestError, type Route, wordsOf } from '#web/platform/request.ts'
import { retryUnrefused } from '#web/platform/query.ts'
import { retryFailed, showFaults } from './request-faults.ts'
import { onSubmitOf, useSingleFlight } from './use-single-flight.ts'

/** The type of a field's error that the server's rules found, and no check of this page. */
export const REFUSED = 'refused'

const RETRIES = { again: {}, 'unless-refused': { retry: retryUnrefused }, once: { retry: retryFailed } }

/**
 * Calls an endpoint that changes something. Sent once more where that failed; `unless-refused`, where refused tries are limited; what may
 * count only `once`, where nothing was changed.
 */
export function useCall<E extends Endpoint>(
  endpoint: E | Route<E>,
  sent: keyof typeof RETRIES = 'again',
): (input: Input<E>) => Promise<ReplyOf<E>> {
  const send: (input: Input<E>) => Promise<ReplyOf<E>> = (input) =>
    (call as (to: E | Route<E>, given: Input<E>) => Promise<ReplyOf<E>>)(endpoint, input)
  return useMutation({ mutationFn: send, ...RETRIES[sent] }).mutateAsync
}

/**
 * What a form does when it is sent: once at a time, faults of single fields beside them, any other in `fault`. `fieldOf`: refusals
 * that speak of one field.
 */
export function useAct<T extends FieldValues, O>(
  form: UseFormReturn<T, unknown, O>,
  fieldOf: Record<string, Path<T>>,
  act: (values: O) => Promise<void>,
) {
  const [fault, setFault] = useState<string | null>(null)
  const { run, busy } = useSingleFlight(
    form.handleSubmit(async (values) => {
      setFault(null)
      try {
        await act(values)
      } catch (failure) {
        const field = failure instanceof RequestError ? fieldOf[failure.code] : undefined
        if (field !== undefined && failure instanceof RequestError)
          form.setError(field, { type: REFUSED, message: wordsOf(failure) }, { shouldFocus: true })
        else setFault(showFaults<T>(failure, Object.keys(form.getValues()) as Path<T>[], form.setError))
      }
    }),
  )
  return { onSubmit: onSubmitOf(run), busy, fault }
}
