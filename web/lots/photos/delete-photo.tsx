import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

type Props = {
  /** The photo's name, for screen readers. */
  name: string
  onRemove: (reason?: string) => void
}

/** Deletes a photo that only staff have seen: a second press confirms. */
export function DeleteTwice({ name, onRemove }: Props) {
  const [sure, setSure] = useState(false)
  return (
    <Button
      variant={sure ? 'destructive' : 'outline'}
      size="sm"
      onBlur={() => setSure(false)}
      onClick={() => (sure ? onRemove() : setSure(true))}
    >
      {sure ? t`Delete for good` : t`Delete`}
      <span className="sr-only">: {name}</span>
    </Button>
  )
}

/** Deletes a photo bidders have seen: this is a correction, so it needs a reason. */
export function DeleteWithReason({ name, onRemove }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  if (!isOpen) {
    return (
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <Trans>
          Delete<span className="sr-only">: {name}</span>
        </Trans>
      </Button>
    )
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const given = reason.trim()
    if (given.length < 3) setFault(t`Give a reason.`)
    else onRemove(given)
  }
  return (
    <form noValidate onSubmit={onSubmit} className="flex w-full flex-col gap-2">
      <Field label={t`Reason for deletion`} hint={t`Shown on the lot; bidders are notified.`} error={fault}>
        <Input value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="destructive" size="sm">
          <Trans>
            Delete for good<span className="sr-only">: {name}</span>
          </Trans>
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setOpen(false)}>
          <Trans>
            Cancel<span className="sr-only">: {name}</span>
          </Trans>
        </Button>
      </div>
    </form>
  )
}
