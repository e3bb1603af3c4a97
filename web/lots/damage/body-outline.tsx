import { t } from '#web/platform/language/text.ts'
import type { OUTLINE_SIDES } from '#contract/lots/outline.ts'
import bodies from '../outlines/bodies.svg?no-inline'
import { bodyKindOf } from '../outlines/body-kind.ts'

export type OutlineSide = (typeof OUTLINE_SIDES)[number]

export const SIDE_WORDS: Record<OutlineSide, string> = { top: t`Top`, left: t`Left side`, right: t`Right side` }

/** Width over height of each drawing's frame: marks are placed in thousandths of it. */
export const SIDE_SHAPE: Record<OutlineSide, string> = {
  top: 'aspect-[1000/430]',
  left: 'aspect-[1000/400]',
  right: 'aspect-[1000/400]',
}

/** A vehicle's outline for a body as the facts name it; our own drawing, without text. Fills its frame. */
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
      <use
        href={`${bodies}#${kind}-${side === 'top' ? 'top' : 'side'}`}
        transform={side === 'right' ? 'translate(1000 0) scale(-1 1)' : undefined}
      />
    </svg>
  )
}
