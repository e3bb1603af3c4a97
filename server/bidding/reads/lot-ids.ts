import * as z from 'zod/mini'
import { Id } from '#contract/platform/values.ts'
import { invalidInput } from '#server/platform/problem.ts'

const LOTS_MAX = 100

/** The lots in a comma-separated list of a URL, each once. Throws `invalid-input` for none and for too many. */
export function lotIdsIn(text: string | undefined): string[] {
  const ids = [...new Set((text ?? '').split(',').filter((id) => id !== ''))]
  if (ids.length === 0) throw invalidInput([{ field: 'lots', message: 'Provide an auction or lots.' }])
  if (ids.length > LOTS_MAX) throw invalidInput([{ field: 'lots', message: `List at most ${LOTS_MAX} lots.` }])
  const valid = ids.every((id) => z.safeParse(Id, id).success)
  if (!valid) throw invalidInput([{ field: 'lots', message: 'List lot ids, separated by commas.' }])
  return ids
}
