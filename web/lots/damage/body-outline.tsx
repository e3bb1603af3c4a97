import type { OUTLINE_SIDES } from '#contract/outline.ts'
import { bodyKindOf } from '../outlines/body-kind.ts'
import { SIDE_OUTLINES } from '../outlines/side-outlines.ts'
import { TOP_OUTLINES } from '../outlines/top-outlines.ts'

export type OutlineSide = (typeof OUTLINE_SIDES)[number]

export const SIDE_WORDS: Record<OutlineSide, string> = { top: 'From above', left: 'Left side', right: 'Right side' }

/** Width over height of each drawing's frame: marks lie in thousandths of it. */
export const SIDE_SHAPE: Record<OutlineSide, string> = {
  top: 'aspect-[1000/430]',
  left: 'aspect-[1000/400]',
  right: 'aspect-[1000/400]',
}

/** A vehicle's outline for a body as the facts name it; a drawing of the house, without words. Fills its frame. */
export function BodyOutline({ body, side }: { body: string; side: OutlineSide }) {
  const kind = bodyKindOf(body)
  return (
    <svg
      aria-hidden="true"
      viewBox={side === 'top' ? '0 0 1000 430' : '0 0 1000 400'}
      className="absolute inset-0 size-full text-edge"
      fill="none"
      stroke="currentColor"
      strokeWidth="4"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      {side === 'top' ? (
        <Top {...TOP_OUTLINES[kind]} />
      ) : (
        <g transform={side === 'right' ? 'translate(1000 0) scale(-1 1)' : undefined}>
          <Side {...SIDE_OUTLINES[kind]} />
        </g>
      )}
    </svg>
  )
}

function Top({ shell, glass, lines }: (typeof TOP_OUTLINES)['sedan']) {
  return (
    <>
      <path d={shell} className="fill-fog" />
      <path d={glass} strokeWidth="3" className="fill-paper" />
      <path d={lines} strokeWidth="3" />
    </>
  )
}

function Side({ shell, glass, wheels }: (typeof SIDE_OUTLINES)['sedan']) {
  return (
    <>
      <path d={shell} className="fill-fog" />
      <path d={glass} strokeWidth="3" className="fill-paper" />
      {wheels.map(([x, y, r]) => (
        <g key={x}>
          <circle cx={x} cy={y} r={r} className="fill-paper" />
          <circle cx={x} cy={y} r={r / 2} strokeWidth="3" />
        </g>
      ))}
    </>
  )
}
