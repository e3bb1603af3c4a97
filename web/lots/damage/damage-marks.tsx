import clsx from 'clsx'
import { t } from '#web/platform/language/text.ts'
import type { PhotoPin } from '#contract/lots/lots.ts'
import { kindWords, SEVERITY_NAMES } from './damage-words.ts'

/** What each severity means, both for people who place marks and for those who read them. */
const SEVERITY_WORDS: Record<PhotoPin['severity'], string> = {
  light: t`visible up close`,
  moderate: t`visible from a few feet`,
  heavy: t`needs repair or replacement`,
}

/** A mark in one line for a screen reader: number, kind, severity. */
function markWords(mark: Pick<PhotoPin, 'kind' | 'severity'>, index: number): string {
  return `${index + 1}: ${kindWords(mark.kind)}, ${SEVERITY_NAMES[mark.severity]}`
}

/** A mark on a drawing: its position in thousandths, and its number in the list, from 0. */
export type Placed = Pick<PhotoPin, 'x' | 'y' | 'kind' | 'severity'> & { index: number }

/** Severity is shown by the mark's shape and not by color: a thin ring, a thick ring, a filled disc. */
const SHAPE = {
  light: 'border-2 bg-paper text-ink',
  moderate: 'border-[5px] bg-paper text-ink',
  heavy: 'border-2 bg-ink text-paper',
}

/** The number of a mark in its shape; the same on drawings, on photos and in the list. */
export function MarkSign({ severity, index }: { severity: PhotoPin['severity']; index: number }) {
  return (
    <span
      aria-hidden="true"
      className={`tabular inline-flex size-7 items-center justify-center rounded-full border-ink text-xs leading-none font-bold shadow-[0_0_0_1.5px_var(--paper)] ${SHAPE[severity]}`}
    >
      {index + 1}
    </span>
  )
}

/** Marks over a drawing or photo that fills the surrounding frame. A press on one selects it. */
export function MarksLayer({
  marks,
  chosen,
  onChoose,
}: {
  marks: readonly Placed[]
  chosen: number | null
  onChoose: (index: number) => void
}) {
  return marks.map((mark) => (
    <button
      key={mark.index}
      type="button"
      aria-label={t`Damage ${markWords(mark, mark.index)}`}
      aria-pressed={chosen === mark.index}
      // The target is larger than the visible mark, so that a thumb can hit it. Marks may overlap: the one in use is on top.
      className={clsx(
        'absolute inline-flex size-11 -translate-1/2 items-center justify-center rounded-full focus-visible:z-20',
        chosen === mark.index ? 'z-20 outline-3 -outline-offset-4 outline-plate' : 'z-10',
      )}
      style={{ left: `${mark.x / 10}%`, top: `${mark.y / 10}%` }}
      onClick={(event) => {
        event.stopPropagation()
        onChoose(mark.index)
      }}
    >
      <MarkSign severity={mark.severity} index={mark.index} />
    </button>
  ))
}

/** A legend for the shapes of marks; with `marks`, for theirs alone. */
export function SeverityLegend({ marks }: { marks?: readonly Pick<PhotoPin, 'severity'>[] }) {
  const all = ['light', 'moderate', 'heavy'] as const
  const shown = marks === undefined ? all : all.filter((each) => marks.some(({ severity }) => severity === each))
  return (
    <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {shown.map((severity) => (
        <div key={severity} className="flex items-center gap-2">
          <dt className="flex items-center gap-2 font-semibold">
            <span aria-hidden="true" className={`inline-block size-5 rounded-full border-ink ${SHAPE[severity]}`} />
            {SEVERITY_NAMES[severity]}
          </dt>
          <dd className="text-slate">{SEVERITY_WORDS[severity]}</dd>
        </div>
      ))}
    </dl>
  )
}
