import { useDeferredValue } from 'react'
import { previewContent } from '#contract/content/edit-content.ts'
import { failureMessage } from '#web/platform/request.ts'
import { useRead } from '#web/platform/use-read.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Blocks } from '../blocks.tsx'
import { t } from '#web/platform/language/text.ts'

/** The text as people would see it, read by the server while it is typed; or why it can’t be published. */
export function TextPreview({ name, text }: { name: string; text: string }) {
  const asked = useDeferredValue(text)
  const { data, error } = useRead(
    previewContent,
    { params: { name }, body: { text: asked } },
    { retry: false, placeholderData: (held) => held },
  )
  return (
    <section aria-label={t`Preview`} className="min-w-0 xl:border-l xl:border-line xl:pl-8">
      <h2 className="text-xs font-semibold text-slate">{t`Preview`}</h2>
      {error === null ? null : (
        <p role="alert" className="mt-2 font-semibold break-words text-outbid">
          {failureMessage(error)}
        </p>
      )}
      {data === undefined ? (
        error === null ? (
          <Skeleton className="mt-4 h-64" />
        ) : null
      ) : (
        <div className="mt-3 max-w-[44rem] text-base">
          {data.title === '' ? null : <p className="wide text-xl font-semibold">{data.title}</p>}
          <Blocks blocks={data.lead} parts={PARTS} />
          {data.sections.map(({ id, heading, blocks }) => (
            <div key={id} className="mt-8">
              <h3 className="text-lg">{heading}</h3>
              <Blocks blocks={blocks} parts={PARTS} />
            </div>
          ))}
          {data.title === '' && data.lead.length === 0 && data.sections.length === 0 ? (
            <p className="text-slate">{t`Nothing is shown.`}</p>
          ) : null}
        </div>
      )}
    </section>
  )
}

const PARTS = {
  'fee-calculator': <p className="mt-4 rounded-md bg-fog p-4 text-sm text-slate">{t`The fee calculator`}</p>,
}
