import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ContentState, readContent, saveContent } from '#contract/content/edit-content.ts'
import { paths } from '#web/paths.ts'
import { faultOf } from '#web/platform/forms/request-faults.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { call } from '#web/platform/request.ts'
import { useRead } from '#web/platform/use-read.ts'
import { formatInstant } from '#web/platform/time.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { DateTimeInput, typedTime } from '#web/ui/date-time-input.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { TextPreview } from './text-preview.tsx'
import { TextVersions } from './text-versions.tsx'
import { t } from '#web/platform/language/text.ts'
import { nameOfText } from './name-of-text.ts'

/** Where texts are read for pages, in any language. */
const SHOWN = /^\/api\/(banner|faq|passages|articles\/)/

/** One text: edited in Markdown beside its preview, published now or later, with every earlier version. */
export default function AdminText({ name }: { name: string }) {
  const client = useQueryClient()
  const { data, error } = useRead(readContent, { params: { name } })
  const onSaved = (state: ContentState) => {
    client.setQueryData([readContent.path, name], state)
    // What everyone sees, such as the announcement above this page.
    void client.invalidateQueries({ predicate: ({ queryKey: [path] }) => SHOWN.test(String(path)) })
  }
  return (
    <>
      <BackLink href={paths.adminPage('content')}>{t`All content`}</BackLink>
      {data !== undefined ? (
        <>
          <h1 className="text-xl">{nameOfText(data)}</h1>
          <Editor key={data.latest} state={data} onSaved={onSaved} />
          <TextVersions state={data} onSaved={onSaved} />
        </>
      ) : error === null ? (
        <Skeleton className="h-96" />
      ) : (
        <RequestFailed title={t`Couldn’t load this text`} failure={error} />
      )}
    </>
  )
}

function Editor({ state, onSaved }: { state: ContentState; onSaved: (state: ContentState) => void }) {
  const { name, latest } = state
  const [text, setText] = useState(state.text)
  const [at, setAt] = useState('')
  // Created once for this version: a press that is sent twice saves one.
  const [versionId] = useState(() => crypto.randomUUID())
  const { run, busy, failure } = useAttempt(async () => {
    const publishAt = typedTime(at)
    const saved = await call(saveContent, { params: { name }, body: { versionId, basedOn: latest, text, publishAt } })
    toast(publishAt === null ? { title: t`Published` } : { title: t`Scheduled for ${formatInstant(publishAt)}` })
    onSaved(saved)
  })
  const timeFault = faultOf(failure, 'publishAt')
  return (
    <form noValidate onSubmit={onSubmitOf(run)} className="mt-4 grid gap-x-8 gap-y-6 xl:grid-cols-2">
      <div className="min-w-0">
        <Field label={t`Text`} hint={t`In Markdown: ## starts a section, **bold**, - a list, [link](/faq).`}>
          <Textarea
            rows={24}
            value={text}
            spellCheck
            className="font-mono text-sm"
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <div className="mt-4 max-w-[20rem]">
          <Field label={t`Publish at`} hint={t`In your time zone. Leave it empty to publish now.`} error={timeFault}>
            <DateTimeInput value={at} onChange={({ target }) => setAt(target.value)} />
          </Field>
        </div>
        {failure === null || timeFault !== undefined ? null : (
          <div className="mt-4">
            <RequestFailed title={t`Nothing was saved`} failure={failure} />
          </div>
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          <Button type="submit" disabled={text === state.text} aria-disabled={busy}>
            {at === '' ? t`Publish text` : t`Schedule text`}
          </Button>
          {text === state.text ? null : (
            <Button variant="outline" onClick={() => setText(state.text)}>{t`Discard changes`}</Button>
          )}
        </div>
        <FieldList fields={state.fields} />
      </div>
      <TextPreview name={name} text={text} />
    </form>
  )
}

/** The fields that a text can contain, with what they show now. */
function FieldList({ fields }: Pick<ContentState, 'fields'>) {
  return (
    <details className="mt-6 border-y border-line py-3">
      <summary className="min-h-9 font-semibold">{t`Fields you can use`}</summary>
      <p className="mt-2 text-sm text-slate">{t`Each shows the current setting, wherever it stands in the text.`}</p>
      <dl className="mt-3 grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        {fields.map(({ name, shows, alone }) => (
          <div key={name} className="contents">
            <dt>
              <code className="rounded-sm bg-fog px-1">{`{{${name}}}`}</code>
            </dt>
            <dd className="break-words text-slate">{fieldWords(shows === '' ? t`Not set` : shows, alone)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function fieldWords(shown: string, alone: boolean): string {
  return alone ? t`${shown}, on a line of its own` : shown
}
