import { zodResolver } from '#web/platform/forms/schema-resolver.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type AccountNote, addNote, NewNote } from '#contract/accounts/account-staff.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PEOPLE_KEY } from './admin-accounts.ts'
import { useAction, useCall } from '#web/platform/forms/use-action.ts'
import { t } from '#web/platform/language/text.ts'

/** What colleagues should know about a person, newest first. */
export function PersonNotes({
  accountId,
  notes,
}: {
  accountId: string
  notes: readonly z.infer<typeof AccountNote>[]
}) {
  const client = useQueryClient()
  const send = useCall(addNote, 'once')
  const form = useForm({ resolver: zodResolver(NewNote), defaultValues: { text: '' } })
  const { onSubmit, fault, busy } = useAction(form, {}, async (body) => {
    await send({ params: { accountId }, body })
    form.reset()
    await client.invalidateQueries({ queryKey: [PEOPLE_KEY, accountId] })
  })
  return (
    <section>
      <h2 className="text-lg">{t`Notes`}</h2>
      <form noValidate onSubmit={onSubmit} className="mt-3 flex flex-col items-start gap-3 [&>div]:w-full">
        {fault === null ? null : (
          <Notice tone="bad" title={t`Couldn’t save the note`}>
            {fault}
          </Notice>
        )}
        <Field
          label={t`New note`}
          hint={t`For staff. It’s included if the person exports their data.`}
          error={form.formState.errors.text?.message}
        >
          <Textarea {...form.register('text')} rows={2} maxLength={2000} />
        </Field>
        <Button type="submit" variant="outline" size="sm" aria-disabled={busy}>
          {busy ? t`Saving` : t`Save note`}
        </Button>
      </form>
      <ul className="mt-4 border-b border-line empty:hidden">
        {notes.map((note) => (
          <li key={note.id} className="border-t border-line py-2">
            <p className="break-words whitespace-pre-line">{note.text}</p>
            <p className="text-xs text-slate">
              {note.by}, {formatInstant(note.at)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
