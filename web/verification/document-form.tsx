import { useState } from 'react'
import { DOCUMENT_KINDS } from '#contract/verification.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type DocumentKind, faultOf, KIND_NAMES, type Side, sidesOf } from './document-file.ts'
import { sendDocument } from './send-document.ts'
import { isThere, placeFailure } from './send-failure.ts'
import { SideField } from './side-field.tsx'

const SIDE_LABELS: Record<DocumentKind, Record<Side, string>> = {
  passport: { front: 'Page with your photograph', back: 'Back' },
  'driving-licence': { front: 'Front', back: 'Back' },
  'national-card': { front: 'Front', back: 'Back' },
}

type Sides<T> = Partial<Record<Side, T>>

/** Kind and sides of an identity document. Whatever goes wrong, the chosen files stay chosen. */
export function DocumentForm({ onSent }: { onSent: () => void }) {
  const [kind, setKind] = useState<DocumentKind>('passport')
  const [files, setFiles] = useState<Sides<File>>({})
  const [errors, setErrors] = useState<Sides<string>>({})
  const [fault, setFault] = useState<string | null>(null)
  const [share, setShare] = useState(0)
  const sides = sidesOf(kind)

  function choose(side: Side, file: File | undefined) {
    setFiles((held) => withSide(held, side, file))
    setErrors((held) => withSide(held, side, file === undefined ? undefined : (faultOf(file) ?? undefined)))
  }

  const { run, busy } = useSingleFlight(async () => {
    const sent = Object.fromEntries(sides.flatMap((side) => (files[side] === undefined ? [] : [[side, files[side]]])))
    const found = faultsBefore(sides, files)
    setErrors(found)
    setFault(null)
    if (Object.keys(found).length > 0) return
    setShare(0)
    try {
      await sendDocument(kind, sent, setShare)
      onSent()
    } catch (failure) {
      if (isThere(failure)) return onSent()
      const placed = placeFailure(failure, sides)
      setErrors(placed.sides)
      setFault(placed.form)
    }
  })

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
      className="flex flex-col gap-6"
    >
      <KindChoice kind={kind} disabled={busy} onChoose={setKind} />
      {sides.map((side) => (
        <SideField
          key={side}
          label={SIDE_LABELS[kind][side]}
          file={files[side]}
          error={errors[side]}
          disabled={busy}
          onChoose={(file) => choose(side, file)}
        />
      ))}
      {fault === null ? null : (
        <Notice tone="bad" title="The document has not arrived">
          {fault} Your files are still chosen.
        </Notice>
      )}
      {busy ? <Progress share={share} /> : null}
      <Button type="submit" size="lg" aria-disabled={busy}>
        {busy ? 'Sending' : 'Send document'}
      </Button>
    </form>
  )
}

function KindChoice({
  kind,
  disabled,
  onChoose,
}: {
  kind: DocumentKind
  disabled: boolean
  onChoose: (kind: DocumentKind) => void
}) {
  return (
    <fieldset disabled={disabled}>
      <legend className="font-semibold">Which document?</legend>
      {DOCUMENT_KINDS.map((one) => (
        <label key={one} className="flex min-h-11 cursor-pointer items-center gap-3 border-b border-line py-2">
          <input
            type="radio"
            name="kind"
            checked={one === kind}
            onChange={() => onChoose(one)}
            className="size-5 shrink-0 accent-ink"
          />
          {KIND_NAMES[one]}
        </label>
      ))}
    </fieldset>
  )
}

function Progress({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div role="status">
      <progress value={share} max={1} aria-label="Sent so far" className="h-2 w-full accent-ink" />
      <p className="tabular mt-1 text-slate">
        {percent < 100 ? `${percent} % sent` : 'Sent. The house is reading it.'}
      </p>
    </div>
  )
}

function faultsBefore(sides: readonly Side[], files: Sides<File>): Sides<string> {
  const found: Sides<string> = {}
  for (const side of sides) {
    const file = files[side]
    const fault = file === undefined ? `Choose a file for the ${side}.` : faultOf(file)
    if (fault !== null) found[side] = fault
  }
  return found
}

function withSide<T>(held: Sides<T>, side: Side, value: T | undefined): Sides<T> {
  const { [side]: _, ...rest } = held
  return value === undefined ? rest : { ...rest, [side]: value }
}
