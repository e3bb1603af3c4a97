import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import type { FieldFault } from '#contract/problem.ts'
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

/** For mutations: once more, but only where the house has not answered or could not. A refusal stays one. */
export function retryUnanswered(failures: number, failure: unknown): boolean {
  return failures < 1 && failure instanceof RequestError && (failure.status === 0 || failure.status >= 502)
}

function isFieldFault(value: unknown): value is FieldFault {
  if (typeof value !== 'object' || value === null) return false
  return 'field' in value && typeof value.field === 'string' && 'message' in value && typeof value.message === 'string'
}
