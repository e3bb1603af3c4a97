import { t } from '#web/platform/language/text.ts'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { TicketFile, TicketMessage } from '#contract/support/support.ts'
import { failureMessage } from '#web/platform/request.ts'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { formatInstant } from '../platform/time.ts'
import { toast } from '../ui/toast.tsx'

type Linked = (fileId: string) => Promise<{ url: string }>

/** One message of a thread. `name`: the author; `linkOf` builds the link of an attachment. */
export function Message({
  message: { text, at, via, files },
  name,
  tone,
  linkOf,
  children,
}: {
  message: TicketMessage
  name: string
  tone: 'person' | 'team' | 'note'
  linkOf: Linked
  children?: ReactNode
}) {
  return (
    <li
      className={clsx(
        'border-l-4 py-1 pl-4',
        tone === 'team' ? 'border-plate' : tone === 'note' ? 'border-notice bg-fog py-3' : 'border-line',
      )}
    >
      <p className="text-sm">
        <strong>{name}</strong>
        <span className="tabular text-slate">
          {' '}
          · {formatInstant(at)}
          {via === 'email' ? t` · by email` : ''}
        </span>
      </p>
      <p className="mt-1 break-words whitespace-pre-line">
        {text === '' ? <em className="text-slate">{t`This message was deleted.`}</em> : text}
      </p>
      {files.length === 0 ? null : (
        <ul aria-label={t`Attachments`} className="mt-1 flex flex-wrap gap-x-4">
          {files.map((file) => (
            <li key={file.id}>
              <FileLink file={file} linkOf={linkOf} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </li>
  )
}

function FileLink({ file: { id, name, size }, linkOf }: { file: TicketFile; linkOf: Linked }) {
  const { run, busy } = useSingleFlight(async () => {
    try {
      // The response is a file download: the page stays.
      location.assign((await linkOf(id)).url)
    } catch (failure) {
      toast({ title: t`We couldn’t open the file`, description: failureMessage(failure), variant: 'destructive' })
    }
  })
  return (
    <button
      type="button"
      aria-disabled={busy}
      className="min-h-11 text-left text-sm text-link"
      onClick={() => void run()}
    >
      {name} <span className="tabular">{`(${Math.max(1, Math.round(size / 1024))} KB)`}</span>
    </button>
  )
}
