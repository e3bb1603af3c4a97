import clsx from 'clsx'
import type { CheckMark } from './marks.tsx'

/** How a state looks: its color and its icon. */
export type StateLook = { color: string; Mark: typeof CheckMark }

/** A state: icon, words and color. */
export function StateMark({ look: { color, Mark }, words }: { look: StateLook; words: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-1.5 font-semibold whitespace-nowrap', color)}>
      <Mark className="size-4 shrink-0" />
      {words}
    </span>
  )
}
