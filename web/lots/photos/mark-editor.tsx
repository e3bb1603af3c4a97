import { type MouseEvent, type ReactNode, useState } from 'react'
import { SEVERITIES, type PhotoPin } from '#contract/lots/lots.ts'
import { DAMAGE_KINDS } from '#contract/lots/vehicle-photos.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Options, Select } from '#web/ui/field.tsx'
import { MarkSign, MarksLayer } from '../damage/damage-marks.tsx'
import { kindWords, SEVERITY_NAMES } from '../damage/damage-words.ts'
import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** A surface on which marks can be placed: a drawing or a photo. `shape` is a class that sets its frame's aspect ratio. */
export type Surface = { name: string; label: string; shape: string; picture: ReactNode }

/** A mark with the surface it is on. */
export type SurfaceMark = PhotoPin & { surface: string }

/** An arrow key moves a mark by this many thousandths; with Shift ten times as far. */
const STEP = 5

/**
 * Marks of damage on one or more surfaces. A press on a surface places a mark there; everything else is in the list,
 * which also adds marks in the middle and moves them by numbers, so no pointer is needed.
 */
export function MarkEditor({
  surfaces,
  marks,
  most,
  onChange,
}: {
  surfaces: readonly Surface[]
  marks: readonly SurfaceMark[]
  most: number
  onChange: (marks: SurfaceMark[]) => void
}) {
  const [chosen, setChosen] = useState<number | null>(null)
  const isFull = marks.length >= most
  const change = (index: number, own: Partial<SurfaceMark>) =>
    onChange(marks.map((mark, at) => (at === index ? { ...mark, ...own } : mark)))

  function add(surface: string, x: number, y: number) {
    if (isFull) return
    const last = marks.at(-1)
    setChosen(marks.length)
    onChange([...marks, { surface, x, y, kind: last?.kind ?? 'dent', severity: last?.severity ?? 'light', note: '' }])
  }

  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <div className="grid content-start gap-4 sm:grid-cols-2">
        {surfaces.map((surface, at) => (
          <SurfaceFigure
            key={surface.name}
            surface={surface}
            isFirst={at === 0}
            isFull={isFull}
            onAdd={(x, y) => add(surface.name, x, y)}
          >
            <MarksLayer
              marks={marks.map((mark, index) => ({ ...mark, index })).filter((mark) => mark.surface === surface.name)}
              chosen={chosen}
              onChoose={setChosen}
            />
          </SurfaceFigure>
        ))}
      </div>
      <ol className="content-start divide-y divide-line self-start border-y border-line">
        {marks.length === 0 ? <li className="py-6 text-slate">{t`No marks yet. Press where the damage is.`}</li> : null}
        {marks.map((mark, index) => (
          <MarkRow
            key={index}
            mark={mark}
            index={index}
            chosen={chosen === index}
            onChoose={() => setChosen(index)}
            onChange={(own) => change(index, own)}
            onRemove={() => {
              setChosen(null)
              onChange(marks.filter((_, at) => at !== index))
            }}
          />
        ))}
      </ol>
    </div>
  )
}

/** One surface with its marks. A press sets a position; the button below works without one. */
function SurfaceFigure({
  surface: { label, shape, picture },
  isFirst,
  isFull,
  onAdd,
  children,
}: {
  surface: Surface
  isFirst: boolean
  isFull: boolean
  onAdd: (x: number, y: number) => void
  children: ReactNode
}) {
  function onPress({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onAdd(thousandths((clientX - left) / width), thousandths((clientY - top) / height))
  }
  return (
    <figure className={isFirst ? 'sm:col-span-2' : ''}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={`relative cursor-crosshair ${shape}`} onClick={onPress}>
        {picture}
        {children}
      </div>
      <figcaption className="mt-1 flex items-center justify-between gap-3 text-sm text-slate">
        {label}
        <Button variant="ghost" size="sm" disabled={isFull} onClick={() => onAdd(500, 500)}>
          <Trans>
            Add mark<span className="sr-only"> in the middle: {label}</span>
          </Trans>
        </Button>
      </figcaption>
    </figure>
  )
}

function MarkRow({
  mark,
  index,
  chosen,
  onChoose,
  onChange,
  onRemove,
}: {
  mark: SurfaceMark
  index: number
  chosen: boolean
  onChoose: () => void
  onChange: (own: Partial<SurfaceMark>) => void
  onRemove: () => void
}) {
  // An imported kind in other words stays selectable.
  const kinds = DAMAGE_KINDS.some((kind) => kind === mark.kind) ? DAMAGE_KINDS : [mark.kind, ...DAMAGE_KINDS]
  return (
    <li
      className={`grid grid-cols-[2.5rem_1fr_1fr] gap-x-3 gap-y-2 py-3 ${chosen ? 'bg-fog' : ''}`}
      aria-label={t`Mark ${index + 1}`}
      onFocus={onChoose}
    >
      <span className="row-span-2 pt-8">
        <MarkSign severity={mark.severity} index={index} />
      </span>
      <Field label={t`Kind`}>
        <Select value={mark.kind} onChange={(event) => onChange({ kind: event.target.value })}>
          <Options of={kinds.map((kind) => [kind, kindWords(kind)])} />
        </Select>
      </Field>
      <Field label={t`Severity`}>
        <Select
          value={mark.severity}
          onChange={(event) =>
            onChange({ severity: SEVERITIES.find((each) => each === event.target.value) ?? 'light' })
          }
        >
          <Options of={SEVERITIES.map((severity) => [severity, SEVERITY_NAMES[severity]])} />
        </Select>
      </Field>
      <div className="col-span-2 grid grid-cols-[4.5rem_4.5rem_auto] items-end gap-3 sm:grid-cols-[1fr_4.5rem_4.5rem_auto] *:min-w-0 [&>:first-child]:max-sm:col-span-3">
        <Field label={t`Note`}>
          <Input value={mark.note} maxLength={300} onChange={(event) => onChange({ note: event.target.value })} />
        </Field>
        <Place label={t`Across`} value={mark.x} onChange={(x) => onChange({ x })} />
        <Place label={t`Down`} value={mark.y} onChange={(y) => onChange({ y })} />
        <Button variant="outline" onClick={onRemove}>
          <Trans>
            Remove<span className="sr-only"> mark {index + 1}</span>
          </Trans>
        </Button>
      </div>
    </li>
  )
}

/** In thousandths of the drawing. Arrow keys move the mark by five, with Shift by fifty. */
function Place({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  return (
    <Field label={label}>
      <Input
        inputMode="numeric"
        className="tabular px-2"
        value={value}
        onChange={(event) => {
          const typed = Number(event.target.value)
          if (Number.isInteger(typed)) onChange(Math.min(1000, Math.max(0, typed)))
        }}
        onKeyDown={(event) => {
          const step = { ArrowUp: STEP, ArrowDown: -STEP }[event.key]
          if (step === undefined) return
          event.preventDefault()
          onChange(thousandths((value + step * (event.shiftKey ? 10 : 1)) / 1000))
        }}
      />
    </Field>
  )
}

function thousandths(share: number): number {
  return Math.round(1000 * Math.min(1, Math.max(0, share)))
}
