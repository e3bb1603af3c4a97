import { type FormEvent, useState } from 'react'
import { type Newsletter, saveNewsletter, SEGMENT_WORDS } from '#contract/marketing/newsletters.ts'
import { COUNTRIES } from '#web/accounts/profile/countries.ts'
import { faultOf, formFault } from '#web/platform/forms/request-faults.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Options, Select, Textarea } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t, translated } from '#web/platform/language/text.ts'

type Segment = Newsletter['segment']

const EMPTY = { subject: '', body: '', button: '', path: '', segment: 'everyone' as Segment, make: '', country: '' }

function fieldsOf(newsletter: Newsletter | null): typeof EMPTY {
  if (newsletter === null) return EMPTY
  const { subject, body, button, path, segment, make, country } = newsletter
  return { subject, body, button, path, segment, make: make ?? '', country: country ?? '' }
}

/** Writes a draft. */
export function NewsletterForm({
  id,
  newsletter,
  onSaved,
}: {
  id: string
  newsletter: Newsletter | null
  onSaved: (newsletter: Newsletter) => void
}) {
  const [fields, setFields] = useState(() => fieldsOf(newsletter))
  const { run, busy, failure } = useAttempt(async (_event: FormEvent) => {
    const { segment, make, country } = fields
    const body = {
      ...fields,
      version: newsletter?.version ?? 0,
      make: segment === 'watchers' ? make : null,
      country: country === '' ? null : country,
    }
    onSaved(await call(saveNewsletter, { params: { newsletterId: id }, body }))
    toast({ title: t`Newsletter saved` })
  })
  const fault = failure === null ? null : formFault(failure, (field) => field in fields)
  return (
    <form noValidate onSubmit={onSubmitOf(run)} className="flex flex-col gap-5 border-t border-line pt-4">
      {fault === null ? null : (
        <p role="alert" className="text-sm font-semibold text-outbid">
          {fault}
        </p>
      )}
      <Fields fields={fields} setFields={setFields} failure={failure} />
      <Button type="submit" className="self-start" aria-disabled={busy}>{t`Save newsletter`}</Button>
    </form>
  )
}

function Fields({
  fields,
  setFields,
  failure,
}: {
  fields: typeof EMPTY
  setFields: (fields: typeof EMPTY) => void
  failure: unknown
}) {
  const of = (name: keyof typeof EMPTY) => ({
    error: faultOf(failure, name),
    value: fields[name],
    onChange: ({ target }: { target: { value: string } }) => setFields({ ...fields, [name]: target.value }),
  })
  const text = (name: keyof typeof EMPTY, label: string, maxLength: number, hint?: string) => {
    const { error, ...rest } = of(name)
    return (
      <Field label={label} error={error} {...(hint === undefined ? {} : { hint })}>
        <Input maxLength={maxLength} {...rest} />
      </Field>
    )
  }
  const { error: bodyError, ...body } = of('body')
  const { error: segmentError, ...segment } = of('segment')
  const { error: countryError, ...country } = of('country')
  return (
    <>
      {text('subject', t`Subject`, 120)}
      <Field label={t`Text`} error={bodyError} hint={t`Plain text. Leave an empty line between paragraphs.`}>
        <Textarea rows={10} maxLength={8000} {...body} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        {text('button', t`Button (optional)`, 40)}
        {text('path', t`Page it opens`, 200, t`Such as /calendar.`)}
      </div>
      <Field label={t`Audience`} error={segmentError} hint={t`Only members who turned the newsletter on.`}>
        <Select {...segment}>
          <Options of={Object.entries(SEGMENT_WORDS).map(([value, words]) => [value, translated(words)] as const)} />
        </Select>
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        {fields.segment === 'watchers' ? text('make', t`Make`, 40) : null}
        <Field label={t`Country`} error={countryError}>
          <Select {...country}>
            <option value="">{t`All countries`}</option>
            <Options of={COUNTRIES.map(({ code, name }) => [code, name])} />
          </Select>
        </Field>
      </div>
    </>
  )
}
