import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import type { FieldFault } from '#contract/platform/problem.ts'
import { translated } from '../language/text.ts'
import { retryOnce } from '../query.ts'
import { RequestError, failureMessage } from '../request.ts'

/** The errors that the server found in single fields; none for any other failure. */
export function fieldFaults(failure: unknown): FieldFault[] {
  const fields: unknown = failure instanceof RequestError ? failure.details['fields'] : undefined
  return Array.isArray(fields) ? fields.filter(isFieldFault) : []
}

/** The error that the server found in one field. */
export function faultOf(failure: unknown, field: string): string | undefined {
  return fieldFaults(failure).find((fault) => fault.field === field)?.message
}

/**
 * Puts the server's errors next to their fields and focuses the first of them. Returns the text for the form as a
 * whole, or null if every error belongs to a field.
 */
export function showFaults<T extends FieldValues>(
  failure: unknown,
  names: readonly Path<T>[],
  setError: UseFormSetError<T>,
): string | null {
  let isFirst = true
  for (const { field, message } of fieldFaults(failure)) {
    const name = names.find((one) => one === field)
    if (name === undefined) continue
    setError(name, { message }, { shouldFocus: isFirst })
    isFirst = false
  }
  return formFault(failure, (field) => names.some((one) => one === field))
}

/** The text for a form as a whole; null if its fields show every error. `hasField`: whether one of them shows an error of that name. */
export function formFault(failure: unknown, hasField: (field: string) => boolean): string | null {
  const faults = fieldFaults(failure)
  if (faults.length === 0) return failureMessage(failure)
  const other = faults.find(({ field }) => !hasField(field))
  return other === undefined ? null : translated(other.message)
}

/**
 * For a mutation that would count twice if it arrived twice: one retry, only if the API itself reported the failure,
 * because then nothing was changed. Without an answer it may have been.
 */
export function retryFailed(failures: number, failure: unknown): boolean {
  const isUndone = failure instanceof RequestError && failure.status >= 500 && !failure.isForeign
  return isUndone && failure.code !== 'unknown-outcome' && retryOnce(failures, failure)
}

function isFieldFault(value: unknown): value is FieldFault {
  if (typeof value !== 'object' || value === null) return false
  return 'field' in value && typeof value.field === 'string' && 'message' in value && typeof value.message === 'string'
}
