import { t } from '#web/platform/language/text.ts'
import { useEffect, useState, useRef } from 'react'
import { DOCUMENT_KINDS } from '#contract/verification/verification.ts'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type Delivery, deliverDocument } from './deliver-document.ts'
import { type DocumentKind, faultOf, kindName, type Side, sidesOf } from './document-file.ts'
import { isThere, placeFailure } from './send-failure.ts'
import { SideField } from './side-field.tsx'
import type { Outgoing } from './send-document.ts'

const SIDE_LABELS: Record<DocumentKind, Record<Side, string>> = {
  passport: { front: t`Photo page`, back: t`Back` },
  'driving-licence': { front: t`Front`, back: t`Back` },
  'national-card': { front: t`Front`, back: t`Back` },
}

type Sides<T> = Partial<Record<Side, T>>

/** Kind and sides of an identity document. The chosen files stay chosen after any failure. */
export function DocumentForm({ onSent }: { onSent: () => void }) {
  const [kind, setKind] = useState<DocumentKind>('passport')
  const [files, setFiles] = useState<Sides<File>>({})
  const [errors, setErrors] = useState<Sides<string>>({})
  const [fault, setFault] = useState<string | null>(null)
  const { delivery, deliver, stop } = useDelivery()
  const sides = sidesOf(kind)
  useDropsKeptHere()

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
    try {
      await deliver({ kind, files: sent })
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
        <Notice tone="bad" title={t`We couldn’t receive your document`}>
          {t`${fault} Your files are still selected, so you can send them again.`}
        </Notice>
      )}
      {delivery === null ? null : <Progress delivery={delivery} onStop={stop} />}
      <Button type="submit" size="lg" aria-disabled={busy}>
        {busy ? t`Sending` : t`Send document`}
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
      <legend className="font-semibold">{t`Document type`}</legend>
      {DOCUMENT_KINDS.map((one) => (
        <label key={one} className="flex min-h-11 cursor-pointer items-center gap-3 border-b border-line py-2">
          <input
            type="radio"
            name="kind"
            checked={one === kind}
            onChange={() => onChoose(one)}
            className="size-5 shrink-0 accent-ink"
          />
          {kindName(one)}
        </label>
      ))}
    </fieldset>
  )
}

function Progress({ delivery, onStop }: { delivery: Delivery; onStop: () => void }) {
  const percent = delivery.state === 'sending' ? Math.round(delivery.share * 100) : null
  return (
    <div>
      <progress
        // Without a value it shows an indeterminate state.
        {...(percent === null ? {} : { value: percent })}
        max={100}
        aria-label={t`Upload progress`}
        className="h-2 w-full accent-ink"
      />
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="tabular text-slate">
          {percent === null
            ? t`Connection lost. The upload resumes when you’re back online.`
            : percent < 100
              ? t`${percent}% sent`
              : t`Sent. We’re processing it.`}
        </p>
        {percent === 100 ? null : (
          <Button variant="ghost" size="sm" onClick={onStop}>
            {t`Cancel`}
          </Button>
        )}
      </div>
    </div>
  )
}

/** A file dropped just outside its field would otherwise open in the browser, and the page with all choices would be gone. */
function useDropsKeptHere(): void {
  useEffect(() => {
    const keep = (event: DragEvent) => event.preventDefault()
    document.addEventListener('dragover', keep)
    document.addEventListener('drop', keep)
    return () => {
      document.removeEventListener('dragover', keep)
      document.removeEventListener('drop', keep)
    }
  }, [])
}

function faultsBefore(sides: readonly Side[], files: Sides<File>): Sides<string> {
  const found: Sides<string> = {}
  for (const side of sides) {
    const file = files[side]
    const fault = file === undefined ? t`Choose a file for the ${side}.` : faultOf(file)
    if (fault !== null) found[side] = fault
  }
  return found
}

function withSide<T>(held: Sides<T>, side: Side, value: T | undefined): Sides<T> {
  const { [side]: _, ...rest } = held
  return value === undefined ? rest : { ...rest, [side]: value }
}

type Content = Omit<Outgoing, 'uploadId'>

/** Sends a document and reports progress. The id stays the same as long as the same files are sent: repeated, they count once. */
function useDelivery() {
  const [delivery, setDelivery] = useState<Delivery | null>(null)
  const last = useRef<Outgoing | null>(null)
  const underWay = useRef<AbortController | null>(null)
  useEffect(() => () => underWay.current?.abort(), [])

  async function deliver(content: Content): Promise<void> {
    const outgoing = isSame(last.current, content) ? last.current : { ...content, uploadId: crypto.randomUUID() }
    last.current = outgoing
    const leaving = new AbortController()
    underWay.current = leaving
    try {
      await deliverDocument(outgoing, setDelivery, leaving.signal)
    } finally {
      setDelivery(null)
    }
  }
  return { delivery, deliver, stop: () => underWay.current?.abort() }
}

function isSame(sent: Outgoing | null, { kind, files }: Content): sent is Outgoing {
  return sent?.kind === kind && sent.files.front === files.front && sent.files.back === files.back
}
