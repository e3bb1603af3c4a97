import clsx from 'clsx'
import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { Notice } from '#web/ui/notice.tsx'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { t } from '#web/platform/language/text.ts'

/**
 * Where staff drop or choose a file that is then sent, with its progress and errors. `send` gets a function to report
 * the fraction sent, 0 to 1, and throws RequestError.
 */
export function SendFile({
  label,
  accept,
  send,
}: {
  label: string
  accept: string
  send: (file: File, onProgress: (share: number) => void) => Promise<void>
}) {
  const id = useId()
  const [share, setShare] = useState<number | null>(null)
  const { run, busy, fault } = useAttempt(async (file: File) => {
    setShare(0)
    await send(file, setShare).finally(() => setShare(null))
  })
  return (
    <DropArea onFile={(file) => busy || void run(file)}>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={busy}
        className="mt-3 block min-h-11 max-w-full file:mr-4 file:min-h-11 file:rounded-md file:border file:border-edge file:bg-paper file:px-4 file:font-semibold file:text-ink"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file !== undefined) void run(file)
        }}
      />
      {share === null ? null : <FileProgress label={t`Sending the file`} share={share} />}
      {fault === null ? null : (
        <div className="mt-4">
          <Notice tone="bad" title={t`We couldn’t accept this file`}>
            {fault}
          </Notice>
        </div>
      )}
    </DropArea>
  )
}

function DropArea({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  const [isOver, setIsOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined) onFile(file)
  }
  return (
    <div
      className={clsx(
        'mt-4 max-w-[44rem] rounded-md border border-dashed p-6',
        isOver ? 'border-ink bg-fog' : 'border-edge',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      {children}
    </div>
  )
}

/** The progress of sending or importing a file. `share`: 0 to 1. */
export function FileProgress({ label, share }: { label: string; share: number }) {
  return (
    <div className="mt-4 max-w-[30rem]">
      <p role="status" className="tabular text-sm">
        {label}
      </p>
      <progress value={share} max={1} aria-label={label} className="mt-1 h-2 w-full accent-ink" />
    </div>
  )
}
