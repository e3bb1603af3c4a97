import { fieldFaults } from '#web/platform/forms/request-faults.ts'
import { RequestError } from '#web/platform/request-error.ts'
import type { Side } from './document-file.ts'
import { failureMessage } from '#web/platform/request.ts'

/** Refusals that concern a file; the refusal's details name its `side`. */
const FILE_CODES: readonly string[] = [
  'not-a-document',
  'document-locked',
  'too-many-pages',
  'too-many-pixels',
  'file-too-large',
  'back-missing',
]

/** The server has a document of this person, perhaps from another tab: there is nothing left to send. */
export function isThere(failure: unknown): boolean {
  return failure instanceof RequestError && (failure.code === 'document-pending' || failure.code === 'already-verified')
}

/** Where to show an error: next to a file, or above the whole form. */
export function placeFailure(
  failure: unknown,
  sides: readonly Side[],
): { sides: Partial<Record<Side, string>>; form: string | null } {
  const found: Partial<Record<Side, string>> = {}
  for (const { field, message } of fieldFaults(failure)) {
    const side = sides.find((one) => one === field)
    if (side !== undefined) found[side] = message
  }
  if (failure instanceof RequestError && FILE_CODES.includes(failure.code)) {
    const named = failure.code === 'back-missing' ? 'back' : (failure.details['side'] ?? failure.details['field'])
    const side = sides.find((one) => one === named) ?? (sides.length === 1 ? sides[0] : undefined)
    if (side !== undefined) found[side] = failureMessage(failure)
  }
  const isPlaced = Object.keys(found).length > 0 || isCanceled(failure)
  return { sides: found, form: isPlaced ? null : failureMessage(failure) }
}

/** The person canceled the upload themselves: no message is needed. */
function isCanceled(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'AbortError'
}
