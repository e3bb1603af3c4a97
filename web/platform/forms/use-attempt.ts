import { useState } from 'react'
import { failureMessage } from '../request-error.ts'
import { fieldFaults } from './request-faults.ts'
import { useSingleFlight } from './use-single-flight.ts'

/**
 * Like `useSingleFlight`, for what may fail. `action` returns what is wrong with the input, if it sends nothing.
 * `wrong`: what the last run returned; `failure`: what it threw; `fault`: the text of either, of the first field if the
 * server found errors in fields. They are null before, and while another runs.
 */
export function useAttempt<A extends unknown[]>(action: (...given: A) => Promise<string | void>) {
  const [failure, setFailure] = useState<unknown>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const forget = () => {
    setFailure(null)
    setWrong(null)
  }
  const { run, busy } = useSingleFlight(async (...given: A) => {
    forget()
    await action(...given).then((words) => setWrong(words ?? null), setFailure)
  })
  const fault = failure === null ? wrong : (fieldFaults(failure)[0]?.message ?? failureMessage(failure))
  return { run, busy, wrong, failure, fault, forget }
}
