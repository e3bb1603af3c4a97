import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { Endpoint, ReplyOf } from '#contract/platform/endpoint.ts'
import { call, type Input, RequestError, failureMessage } from '#web/platform/request.ts'
import { retryUnrefused } from '#web/platform/query.ts'
import { retryFailed, showFaults } from './request-faults.ts'
import { onSubmitOf, useSingleFlight } from './use-single-flight.ts'

/** The error type of a field error from the server's rules, as opposed to a check of this page. */
export const REFUSED = 'refused'

const RETRIES = { again: {}, 'unless-refused': { retry: retryUnrefused }, once: { retry: retryFailed } }

/**
 * Calls an endpoint that changes something. Retried once after a failure; `unless-refused` where refused attempts are
 * limited; `once`, for what may count only once: retried only if nothing was changed.
 */
export function useCall<E extends Endpoint>(
  endpoint: E,
  sent: keyof typeof RETRIES = 'again',
): (input: Input<E>) => Promise<ReplyOf<E>> {
  const send: (input: Input<E>) => Promise<ReplyOf<E>> = (input) =>
    (call as (to: E, given: Input<E>) => Promise<ReplyOf<E>>)(endpoint, input)
  return useMutation({ mutationFn: send, ...RETRIES[sent] }).mutateAsync
}

/**
 * A form's submit handler: one request at a time, errors of single fields next to them, any other in `fault`.
 * `fieldOf`: maps refusals to one field.
 */
export function useAction<T extends FieldValues, O>(
  form: UseFormReturn<T, unknown, O>,
  fieldOf: Record<string, Path<T>>,
  action: (values: O) => Promise<void>,
) {
  const [fault, setFault] = useState<string | null>(null)
  const { run, busy } = useSingleFlight(
    form.handleSubmit(async (values) => {
      setFault(null)
      try {
        await action(values)
      } catch (failure) {
        const field = failure instanceof RequestError ? fieldOf[failure.code] : undefined
        if (field !== undefined && failure instanceof RequestError)
          form.setError(field, { type: REFUSED, message: failureMessage(failure) }, { shouldFocus: true })
        else setFault(showFaults<T>(failure, Object.keys(form.getValues()) as Path<T>[], form.setError))
      }
    }),
  )
  return { onSubmit: onSubmitOf(run), busy, fault }
}
