import * as z from 'zod/mini'
import { Id } from '#contract/values.ts'
import { invalidInput } from '#server/platform/problem.ts'

const LOTS_MAX = 100

/** The lots that an address names, each once, separated by commas. Throws `invalid-input` for none and for too many. */
export function lotIdsIn(text: string | undefined): string[] {
  const ids = [...new Set((text ?? '').split(',').filter((id) => id !== ''))]
  if (ids.length === 0) throw invalidInput([{ field: 'lots', message: 'Name a sale or lots.' }])
  if (ids.length > LOTS_MAX) throw invalidInput([{ field: 'lots', message: `Name at most ${LOTS_MAX} lots.` }])
  const valid = ids.every((id) => z.safeParse(Id, id).success)
  if (!valid) throw invalidInput([{ field: 'lots', message: 'Name ids of lots, separated by commas.' }])
  return ids
}
