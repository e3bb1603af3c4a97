import { useId, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { Upload, UploadQueue } from './upload-queue.ts'
import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif'

type Parts = { vehicleId: string; uploads: readonly Upload[]; queue: UploadQueue | null }

/** Takes files by drag, by picker or by paste, and shows the progress of each. */
export function UploadZone({ vehicleId, uploads, queue }: Parts) {
  const [over, setOver] = useState(false)
  const id = useId()
  const left = uploads.filter(({ state }) => state !== 'sent' && state !== 'failed').length
  const done = uploads.length - left
  const isDone = uploads.length > 0 && left === 0
  return (
    <section aria-label={t`Upload photos`}>
      <div
        className={`rounded-md border-2 border-dashed p-6 text-center ${over ? 'border-ink bg-fog' : 'border-edge'}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          queue?.add(vehicleId, [...event.dataTransfer.files])
        }}
      >
        <p className="text-base font-semibold">{t`Drop photos here`}</p>
        <p className="mt-1 text-sm text-slate">{t`JPEG, PNG, WebP or HEIC, up to 25 MB each. Name a file after its view, such as front-left.jpg, to place it in the shot list.`}</p>
        <label
          htmlFor={id}
          className="mt-4 inline-flex min-h-11 cursor-pointer items-center rounded-md bg-plate px-4 font-semibold text-plate-ink focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ink"
        >
          {t`Choose photos`}
          <input
            id={id}
            type="file"
            multiple
            accept={ACCEPTED}
            className="sr-only"
            onChange={(event) => {
              queue?.add(vehicleId, [...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
        </label>
      </div>
      {uploads.length === 0 ? null : (
        <div className="mt-4">
          <div className="flex min-h-11 items-center justify-between">
            <p role="status" className="text-sm font-semibold">
              {isDone ? wordsOfEnd(uploads) : t`Uploading: ${done} of ${uploads.length} done`}
            </p>
            {isDone ? <Button variant="ghost" size="sm" onClick={() => queue?.clear()}>{t`Clear list`}</Button> : null}
          </div>
          <ul className="max-h-64 divide-y divide-line overflow-y-auto border-y border-line text-sm">
            {uploads.map((upload) => (
              <UploadLine key={upload.key} upload={upload} onRetry={() => queue?.retry(upload.key)} />
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

function wordsOfEnd(uploads: readonly Upload[]): string {
  const failed = uploads.filter(({ state }) => state === 'failed').length
  const sent = uploads.length - failed
  return failed === 0 ? t`${sent} uploaded` : t`${sent} uploaded, ${failed} failed`
}

function UploadLine({ upload: { name, share, state, message }, onRetry }: { upload: Upload; onRetry: () => void }) {
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 py-2">
      <span className="truncate">{name}</span>
      {state === 'sending' ? (
        <progress aria-label={t`Uploading ${name}`} value={share} max={1} className="h-2 w-32 accent-ink" />
      ) : state === 'failed' ? (
        <Button variant="outline" size="sm" onClick={onRetry}>
          <Trans>
            Try again<span className="sr-only">: {name}</span>
          </Trans>
        </Button>
      ) : (
        <span className="text-slate">{state === 'sent' ? t`Uploaded` : t`Waiting`}</span>
      )}
      {message === null || state !== 'failed' ? null : (
        <span className="col-span-2 font-semibold text-outbid">{message}</span>
      )}
    </li>
  )
}
