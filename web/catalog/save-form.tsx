import { t } from '#web/platform/language/text.ts'
import { type FormEvent, useState } from 'react'
import { shorten } from '#contract/platform/shorten.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useSaveSearch } from './use-saved-searches.ts'

/** Names a search and saves it, with alerts unless they are unchecked. */
export default function SaveForm({ query, suggested, onClose }: { query: string; suggested: string; onClose(): void }) {
  const [name, setName] = useState(shorten(suggested, 80))
  const [alert, setAlert] = useState(true)
  const { mutate, isPending, isSuccess, error } = useSaveSearch()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ name, query, alert })
  }
  if (isSuccess) {
    return (
      <Notice tone="good" title={t`Saved as “${name}”`}>
        <p>{alert ? t`We’ll notify you about new matches a few minutes after they’re listed.` : t`Alerts are off.`}</p>
        <Button variant="link" size="sm" onClick={onClose}>
          {t`Close`}
        </Button>
      </Notice>
    )
  }
  return (
    <form onSubmit={onSubmit} className="w-full max-w-[30rem] rounded-md border border-line p-4">
      <Field label={t`Search name`} error={error?.message}>
        <Input value={name} maxLength={80} required onChange={(event) => setName(event.target.value)} />
      </Field>
      <Checkbox
        label={t`Notify me about new matches, here and by email`}
        checked={alert}
        onChange={(event) => setAlert(event.target.checked)}
      />
      <div className="mt-2 flex gap-3">
        <Button type="submit" disabled={isPending || name.trim() === ''}>
          {t`Save`}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  )
}
