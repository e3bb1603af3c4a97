import { useServerNow } from '#web/platform/clock.ts'
import { closingWords } from '../closing-words.ts'

/** {@link closingWords} as time goes on. */
export function PlannedClose({ closesAt, open }: { closesAt: number | null; open: boolean | null }) {
  return <>{closingWords(closesAt, useServerNow(null), open)}</>
}
