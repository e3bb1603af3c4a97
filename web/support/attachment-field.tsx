import { Trans } from '#web/platform/language/trans.tsx'
import { t } from '#web/platform/language/text.ts'
import { useId, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import type { Attachment, Attachments } from './use-attachments.ts'

const ACCEPT = 'image/jpeg,image/png,image/webp,image/heic,application/pdf'

/** Files to send with a message: chosen, uploading, uploaded, or refused with a reason. */
export function AttachmentField({ attachments }: { attachments: Attachments }) {
  const input = useRef<HTMLInputElement>(null)
  const hint = useId()
  return (
    <div role="group" aria-label={t`Attachments`}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button variant="outline" size="sm" aria-describedby={hint} onClick={() => input.current?.click()}>
          {t`Attach files`}
        </Button>
        <p id={hint} className="text-xs text-slate">
          {t`Up to 5 photos or PDF files, 10 MB each`}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        aria-label={t`Choose files`}
        onChange={({ target }) => {
          attachments.add([...(target.files ?? [])])
          // The same file can be chosen again after it was removed.
          target.value = ''
        }}
      />
      {attachments.items.length === 0 ? null : (
        <ul aria-label={t`Chosen files`} className="mt-2 divide-y divide-line border-y border-line">
          {attachments.items.map((item) => (
            <Line key={item.key} item={item} onRemove={() => attachments.remove(item.key)} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Line({ item: { name, share, file, fault }, onRemove }: { item: Attachment; onRemove: () => void }) {
  return (
    <li className="flex items-center justify-between gap-4 py-1">
      <div className="min-w-0 text-sm">
        <p className="truncate">{file?.name ?? name}</p>
        {fault !== null ? (
          <p role="alert" className="text-xs font-semibold text-outbid">
            {fault}
          </p>
        ) : file === null ? (
          <p role="status" className="tabular text-xs text-slate">
            {t`Uploading, ${Math.round(share * 100)}%`}
          </p>
        ) : null}
      </div>
      <Button variant="ghost" size="sm" onClick={onRemove}>
        <Trans>
          Remove<span className="sr-only"> {file?.name ?? name}</span>
        </Trans>
      </Button>
    </li>
  )
}
