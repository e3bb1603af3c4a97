import { type FormEvent, useState } from 'react'
import type { StaffThread } from '#contract/support/support-staff.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogSubmit } from '#web/ui/dialog-submit.tsx'
import { Field, Input, Options } from '#web/ui/field.tsx'
import { t } from '#web/platform/language/text.ts'

/** Asks which ticket of the same person to merge this one into. */
export function MergeDialog({
  others,
  onMerge,
  onClose,
}: {
  others: StaffThread['others']
  onMerge: (reference: string) => Promise<void>
  onClose: () => void
}) {
  const [reference, setReference] = useState('')
  const { run, busy, fault } = useAttempt(async (_event: FormEvent) => {
    await onMerge(reference)
    onClose()
  })
  return (
    <Dialog
      onClose={onClose}
      title={t`Merge ticket`}
      description={t`The other ticket shows these messages too, and this one is closed. You can’t undo this.`}
    >
      <form noValidate onSubmit={onSubmitOf(run)} className="flex flex-col gap-4">
        <Field
          label={t`Other ticket’s reference`}
          error={fault ?? undefined}
          hint={t`It must be from the same person.`}
        >
          <Input
            list="other-tickets"
            maxLength={30}
            value={reference}
            onChange={({ target }) => setReference(target.value)}
          />
        </Field>
        <datalist id="other-tickets">
          <Options of={others.map((other) => [other.reference, other.subject])} />
        </datalist>
        <DialogSubmit disabled={reference.trim() === ''} busy={busy}>{t`Merge ticket`}</DialogSubmit>
      </form>
    </Dialog>
  )
}
