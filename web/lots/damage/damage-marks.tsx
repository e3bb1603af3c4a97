import type { PhotoPin } from '#contract/lots.ts'
import { markWords, SEVERITY_WORDS } from './damage-words.ts'

/** A mark where it is drawn: its place in thousandths, and its number in the list, from 0. */
export type Placed = Pick<PhotoPin, 'x' | 'y' | 'kind' | 'severity'> & { index: number }

/** Severity is told by the mark's shape and not by colour: a thin ring, a thick ring, a filled disc. */
const SHAPE = {
  light: 'border-2 bg-paper text-ink',
  moderate: 'border-[5px] bg-paper text-ink',
  heavy: 'border-2 bg-ink text-paper',
}

/** The number of a mark in its shape, on drawings, photographs and in the list alike. */
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

/** Marks over a drawing or a photograph that fills the frame around them. A press on one chooses it. */
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
      aria-label={`Damage ${markWords(mark, mark.index)}`}
      aria-pressed={chosen === mark.index}
      // The target is larger than the sign: a thumb is.
      className={`absolute z-10 inline-flex size-11 -translate-1/2 items-center justify-center rounded-full ${chosen === mark.index ? 'outline-3 -outline-offset-4 outline-plate' : ''}`}
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

/** What the shapes of marks mean. */
export function SeverityLegend() {
  return (
    <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {(['light', 'moderate', 'heavy'] as const).map((severity) => (
        <div key={severity} className="flex items-center gap-2">
          <dt className="flex items-center gap-2 font-semibold">
            <span aria-hidden="true" className={`inline-block size-5 rounded-full border-ink ${SHAPE[severity]}`} />
            {severity}
          </dt>
          <dd className="text-slate">{SEVERITY_WORDS[severity]}</dd>
        </div>
      ))}
    </dl>
  )
}
