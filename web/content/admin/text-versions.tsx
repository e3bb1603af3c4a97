import { useState } from 'react'
import { cancelContent, type ContentState, type ContentVersion, saveContent } from '#contract/content/edit-content.ts'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { toast } from '#web/ui/toast.tsx'

const STATES: Record<ContentVersion['state'], string> = {
  shown: 'Shown now',
  scheduled: 'Scheduled',
  past: 'Replaced',
  canceled: 'Canceled',
}

type Props = { state: ContentState; onSaved: (state: ContentState) => void }

/** Every version of a text, newest first, and the text that came with the release. */
export function TextVersions({ state, onSaved }: Props) {
  const { name, latest, versions } = state
  const [failure, setFailure] = useState<unknown>(null)
  const change = async (done: string, send: () => Promise<ContentState>) => {
    setFailure(null)
    try {
      const saved = await send()
      toast({ title: done })
      onSaved(saved)
    } catch (cause) {
      setFailure(cause)
    }
  }
  const { run: restore, busy } = useSingleFlight((text: string | null) =>
    change('Published', () =>
      call(saveContent, {
        params: { name },
        body: { versionId: crypto.randomUUID(), basedOn: latest, text, publishAt: null },
      }),
    ),
  )
  const { run: cancel } = useSingleFlight((versionId: string) =>
    change('Publication canceled', () => call(cancelContent, { params: { name, versionId } })),
  )
  const isShipped = state.text === state.shipped
  return (
    <section aria-labelledby="versions" className="mt-10 max-w-[60rem]">
      <h2 id="versions" className="text-lg">
        Versions
      </h2>
      {failure === null ? null : (
        <div className="mt-3">
          <RequestFailed title="Nothing was changed" failure={failure} />
        </div>
      )}
      <ul className="mt-2 border-b border-line">
        {versions.map((version) => (
          <li key={version.id} className="border-t border-line py-3">
            <Version version={version} onRestore={restore} onCancel={cancel} busy={busy} />
          </li>
        ))}
        <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3">
          <span>
            <span className="font-semibold">Text of this release</span>
            {isShipped ? <span className="text-slate"> · Shown now</span> : null}
          </span>
          {isShipped ? null : (
            <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void restore(null)}>
              Use release text
            </Button>
          )}
        </li>
      </ul>
    </section>
  )
}

function Version({
  version: { id, text, publishAt, savedAt, savedBy, state },
  onRestore,
  onCancel,
  busy,
}: {
  version: ContentVersion
  onRestore: (text: string | null) => Promise<void>
  onCancel: (versionId: string) => Promise<void>
  busy: boolean
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>
          <span className="font-semibold">{STATES[state]}</span>
          <span className="text-slate">
            {state === 'scheduled' ? ` · ${formatInstant(publishAt)}` : ''} · Saved {formatInstant(savedAt)} by{' '}
            {savedBy}
          </span>
        </span>
        <span className="flex flex-wrap gap-2">
          {text === null ? null : (
            <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide text' : 'Show text'}
            </Button>
          )}
          {state === 'scheduled' ? (
            <Button variant="outline" size="sm" onClick={() => void onCancel(id)}>
              Cancel publication
            </Button>
          ) : state === 'shown' ? null : (
            <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void onRestore(text)}>
              Restore version
            </Button>
          )}
        </span>
      </div>
      {text === null ? <p className="text-sm text-slate">The text of the release.</p> : null}
      {isOpen ? (
        <pre className="mt-2 max-h-96 overflow-auto rounded-md bg-fog p-3 text-sm whitespace-pre-wrap" tabIndex={0}>
          {text}
        </pre>
      ) : null}
    </>
  )
}
