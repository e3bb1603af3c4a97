import type { DamageMark } from '#contract/lots/lots.ts'
import { OUTLINE_SIDES } from '#contract/lots/outline.ts'
import { BodyOutline, SIDE_SHAPE, SIDE_WORDS } from './body-outline.tsx'
import { MarksLayer } from './damage-marks.tsx'

/** The outlines that have marks, and always the top view. */
export default function DamageDrawing({
  body,
  marks,
  chosen,
  onChoose,
}: {
  body: string
  marks: readonly DamageMark[]
  chosen: number | null
  onChoose: (index: number) => void
}) {
  const placed = marks.map((mark, index) => ({ ...mark, index, side: mark.side ?? 'top' }))
  const sides = OUTLINE_SIDES.filter((side) => side === 'top' || placed.some((mark) => mark.side === side))
  return (
    <div className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {sides.map((side) => (
        <figure key={side} className={side === 'top' ? 'sm:col-span-2 sm:max-w-[38rem]' : ''}>
          <div className={`relative ${SIDE_SHAPE[side]}`}>
            <BodyOutline body={body} side={side} />
            <MarksLayer marks={placed.filter((mark) => mark.side === side)} chosen={chosen} onChoose={onChoose} />
          </div>
          <figcaption className="mt-4 text-center text-xs text-slate">{SIDE_WORDS[side]}</figcaption>
        </figure>
      ))}
    </div>
  )
}
