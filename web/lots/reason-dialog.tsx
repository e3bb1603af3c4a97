import { type FormEvent, useState } from 'react'
import { fieldFaults, wordsOfFailure } from '#web/accounts/request-faults.ts'
import { onSubmitOf, useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'

/** Asks for the reason of an act, which the audit log keeps, and does it; closes itself once it is done. */
export function ReasonDialog({
  title,
  words,
  action,
  onAct,
  onClose,
}: {
  title: string
  words: string
  action: string
  onAct: (reason: string) => Promise<void>
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const { run, busy } = useSingleFlight(async (_event: FormEvent) => {
    try {
      await onAct(reason)
      onClose()
    } catch (cause) {
      setFailure(cause)
    }
  })
  const fault = failure === null ? undefined : (fieldFaults(failure)[0]?.message ?? wordsOfFailure(failure))
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent title={title} description={words}>
        <form noValidate onSubmit={onSubmitOf(run)} className="flex flex-col gap-4">
          <Field label="Reason" hint="Kept in the audit log." error={fault}>
            <Textarea rows={3} maxLength={300} value={reason} onChange={(event) => setReason(event.target.value)} />
          </Field>
          <DialogFooter>
            <Button variant="ghost" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" variant="destructive" disabled={reason.trim().length < 3} aria-disabled={busy}>
              {action}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
