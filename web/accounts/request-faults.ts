import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import type { FieldFault } from '#contract/problem.ts'
import { retryOnce } from '#web/platform/query.ts'
import { RequestError, wordsOf } from '#web/platform/request.ts'

/** What went wrong, in words for the person. */
export function wordsOfFailure(failure: unknown): string {
  return wordsOf(failure)
}

/** The faults that the house found in single fields; none for any other failure. */
export function fieldFaults(failure: unknown): FieldFault[] {
  const fields: unknown = failure instanceof RequestError ? failure.details['fields'] : undefined
  return Array.isArray(fields) ? fields.filter(isFieldFault) : []
}

/**
 * Puts the faults that the house found beside their fields and the focus on the first of them. Returns the words for the form
 * as a whole, or null where every fault has found its field.
 */
export function showFaults<T extends FieldValues>(
  failure: unknown,
  names: readonly Path<T>[],
  setError: UseFormSetError<T>,
): string | null {
  const faults = fieldFaults(failure)
  let placed = 0
  for (const { field, message } of faults) {
    const name = names.find((one) => one === field)
    if (name === undefined) continue
    setError(name, { message }, { shouldFocus: placed === 0 })
    placed += 1
  }
  return placed > 0 && placed === faults.length ? null : wordsOfFailure(failure)
}

/** For mutations: the default, by the name it had. */
export { retryOnce as retryUnanswered } from '#web/platform/query.ts'

/**
 * For a mutation that counts twice when it arrives twice: once more where the API itself said that it failed, because then nothing was
 * changed. Where nothing came back it may have been.
 */
export function retryFailed(failures: number, failure: unknown): boolean {
  const isUndone = failure instanceof RequestError && failure.status >= 500 && !failure.isForeign
  return isUndone && failure.code !== 'unknown-outcome' && retryOnce(failures, failure)
}

function isFieldFault(value: unknown): value is FieldFault {
  if (typeof value !== 'object' || value === null) return false
  return 'field' in value && typeof value.field === 'string' && 'message' in value && typeof value.message === 'string'
}
