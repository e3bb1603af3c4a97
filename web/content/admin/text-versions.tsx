import { useState } from 'react'
import { cancelContent, type ContentState, type ContentVersion, saveContent } from '#contract/content/edit-content.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmedAction } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/platform/language/text.ts'

const STATES: Record<ContentVersion['state'], string> = {
  shown: t`Shown now`,
  scheduled: t`Scheduled`,
  past: t`Replaced`,
  canceled: t`Canceled`,
}

const RESTORING = {
  words: t`Everyone sees it immediately. The text shown now stays in this list, so you can go back; unsaved changes above are lost.`,
  action: t`Publish version`,
  failed: t`Nothing was published`,
}

type Props = { state: ContentState; onSaved: (state: ContentState) => void }

/** Every version of a text, newest first, and the text that came with the release. */
export function TextVersions({ state, onSaved }: Props) {
  const { name, latest, versions } = state
  const change = (done: string, saved: ContentState) => {
    toast({ title: done })
    onSaved(saved)
  }
  const restore = async (text: string | null) => {
    const body = { versionId: crypto.randomUUID(), basedOn: latest, text, publishAt: null }
    change(t`Published`, await call(saveContent, { params: { name }, body }))
  }
  const cancel = async (versionId: string) =>
    change(t`Publication canceled`, await call(cancelContent, { params: { name, versionId } }))
  const isShipped = state.text === state.shipped
  return (
    <section aria-labelledby="versions" className="mt-10 max-w-[60rem]">
      <h2 id="versions" className="text-lg">{t`Versions`}</h2>
      <ul className="mt-2 border-b border-line">
        {versions.map((version) => (
          <li key={version.id} className="border-t border-line py-3">
            <Version version={version} onRestore={restore} onCancel={cancel} />
          </li>
        ))}
        <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3">
          <span>
            <span className="font-semibold">{t`Text of this release`}</span>
            {isShipped ? <span className="text-slate">{` · ${STATES.shown}`}</span> : null}
          </span>
          {isShipped ? null : (
            <ConfirmedAction
              {...RESTORING}
              label={t`Use release text`}
              title={t`Publish the text of this release?`}
              onAction={() => restore(null)}
            />
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
}: {
  version: ContentVersion
  onRestore: (text: string | null) => Promise<void>
  onCancel: (versionId: string) => Promise<void>
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>
          <span className="font-semibold">{STATES[state]}</span>
          <span className="text-slate">
            {state === 'scheduled' ? ` · ${formatInstant(publishAt)}` : ''} ·{' '}
            {t`Saved ${formatInstant(savedAt)} by ${savedBy}`}
          </span>
        </span>
        <span className="flex flex-wrap gap-2">
          {text === null ? null : (
            <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? t`Hide text` : t`Show text`}
            </Button>
          )}
          {state === 'scheduled' ? (
            <ConfirmedAction
              label={t`Cancel publication`}
              title={t`Cancel this publication?`}
              words={t`The text shown now stays. This version stays in the list, and you can restore it.`}
              action={t`Cancel publication`}
              cancel={t`Keep it scheduled`}
              variant="destructive"
              onAction={() => onCancel(id)}
            />
          ) : state === 'shown' ? null : (
            <ConfirmedAction
              {...RESTORING}
              label={t`Restore version`}
              title={t`Publish the version of ${formatInstant(savedAt)}?`}
              onAction={() => onRestore(text)}
            />
          )}
        </span>
      </div>
      {text === null ? <p className="text-sm text-slate">{t`The text of the release.`}</p> : null}
      {isOpen ? (
        <pre className="mt-2 max-h-96 overflow-auto rounded-md bg-fog p-3 text-sm whitespace-pre-wrap" tabIndex={0}>
          {text}
        </pre>
      ) : null}
    </>
  )
}
