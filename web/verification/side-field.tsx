import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import clsx from 'clsx'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { sizeWords } from '#contract/platform/size-words.ts'
import { locale } from '#web/platform/language/language.ts'
import { useMediaQuery } from '#web/ui/media-query.ts'
import { Button } from '#web/ui/button.tsx'
import { ACCEPTED } from './document-file.ts'

/** One side of the document: choose a file, take a photo on a phone, or drop one here; then preview it. */
export function SideField({
  label,
  file,
  error,
  disabled,
  onChoose,
}: {
  label: string
  file: File | undefined
  error: string | undefined
  disabled: boolean
  onChoose: (file: File | undefined) => void
}) {
  const id = useId()
  const [over, setOver] = useState(false)
  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const dropped = event.dataTransfer.files[0]
    if (dropped !== undefined && !disabled) onChoose(dropped)
  }
  return (
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={onDrop}
      className={clsx(
        'rounded-md border border-dashed p-4',
        error !== undefined ? 'border-outbid' : over ? 'border-ink bg-fog' : 'border-edge',
      )}
    >
      <p id={`${id}-label`} className="font-semibold">
        {label}
      </p>
      {file === undefined ? null : <Chosen key={`${file.name}-${file.size}-${file.lastModified}`} file={file} />}
      <Pickers label={label} chosen={file !== undefined} disabled={disabled} onChoose={onChoose} />
      {error === undefined ? null : (
        <p id={`${id}-error`} role="alert" className="mt-2 text-sm font-semibold text-outbid">
          {error}
        </p>
      )}
    </div>
  )
}

function Pickers({
  label,
  chosen,
  disabled,
  onChoose,
}: {
  label: string
  chosen: boolean
  disabled: boolean
  onChoose: (file: File | undefined) => void
}) {
  const library = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const hasTouch = useMediaQuery('(pointer: coarse)')
  const taken = (input: HTMLInputElement) => {
    const file = input.files?.[0]
    if (file !== undefined) onChoose(file)
    // The same file may be chosen again after it was removed.
    input.value = ''
  }
  const picker = { type: 'file', hidden: true, disabled } as const
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <input {...picker} ref={library} accept={ACCEPTED} aria-label={label} onChange={(event) => taken(event.target)} />
      <input
        {...picker}
        ref={camera}
        accept="image/*"
        capture="environment"
        aria-label={t`${label}, from camera`}
        onChange={(event) => taken(event.target)}
      />
      {hasTouch ? (
        <Button variant="outline" disabled={disabled} onClick={() => camera.current?.click()}>
          <Trans>
            Take photo<span className="sr-only">: {label}</span>
          </Trans>
        </Button>
      ) : null}
      <Button variant="outline" disabled={disabled} onClick={() => library.current?.click()}>
        {chosen ? t`Choose another file` : t`Choose file`}
        <span className="sr-only">: {label}</span>
      </Button>
      {chosen ? (
        <Button variant="ghost" disabled={disabled} onClick={() => onChoose(undefined)}>
          <Trans>
            Remove<span className="sr-only">: {label}</span>
          </Trans>
        </Button>
      ) : hasTouch ? null : (
        <span className="text-slate">{t`or drop it here`}</span>
      )}
    </div>
  )
}

/** Name, size and, if the browser can render it, a preview. */
function Chosen({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null)
  const [isDrawn, setDrawn] = useState(true)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  const isPdf = file.type === 'application/pdf' || /\.pdf$/i.test(file.name)
  return (
    <figure className="mt-3">
      {isPdf || !isDrawn ? (
        <p className="rounded-sm border border-line bg-fog px-3 py-6 text-center text-slate">
          {isPdf
            ? t`PDF: we convert its pages to images.`
            : t`Your browser can’t preview this photo, but we can read it.`}
        </p>
      ) : url === null ? null : (
        <img
          src={url}
          alt={t`Selected file`}
          className="max-h-64 rounded-sm border border-line object-contain"
          onError={() => setDrawn(false)}
        />
      )}
      <figcaption className="mt-1 break-all text-sm text-slate">
        {file.name}, {sizeWords(file.size, locale)}
      </figcaption>
    </figure>
  )
}
