import { type FormEvent, type ReactNode, useState } from 'react'
import { fieldFaults } from '../platform/forms/request-faults.ts'
import { onSubmitOf, useSingleFlight } from '../platform/forms/use-single-flight.ts'
import { Button } from './button.tsx'
import { Dialog, DialogClose, DialogFooter } from './dialog.tsx'
import { Field, Textarea } from './field.tsx'
import { RequestFailed } from './request-failed.tsx'
import { t } from '#web/platform/language/text.ts'

/** A reason shorter than this says nothing; the API refuses it. */
const REASON_MIN = 3

/**
 * Asks for the reason of an action and passes it on. The dialog closes if `onAction` succeeds; an error it throws is
 * shown here, and the person can try again. `failed`: the headline in that case.
 */
export function ReasonDialog({
  title,
  words,
  action,
  hint = t`Kept in the audit log.`,
  cancel = t`Cancel`,
  failed = t`Nothing was changed`,
  variant = 'destructive',
  maxLength = 300,
  isPossible = true,
  children,
  onAction,
  onClose,
}: {
  title: string
  words: string
  action: string
  hint?: string
  cancel?: string
  failed?: string
  variant?: 'default' | 'destructive'
  maxLength?: number
  /** False: only `children` are shown, which say why, and no reason is asked for. */
  isPossible?: boolean
  /** Above the reason: what else the action needs. */
  children?: ReactNode
  onAction: (reason: string) => Promise<void>
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { run, busy } = useSingleFlight(async (_event: FormEvent) => {
    const given = reason.trim()
    setMissing(given.length < REASON_MIN)
    setFailure(null)
    if (given.length >= REASON_MIN) await onAction(given).catch(setFailure)
  })
  const [fault] = fieldFaults(failure)
  return (
    <Dialog onClose={onClose} title={title} description={words}>
      <form noValidate onSubmit={onSubmitOf(run)} className="flex flex-col gap-4">
        {failure === null || fault !== undefined ? null : <RequestFailed title={failed} failure={failure} />}
        {children}
        {isPossible ? (
          <Field label={t`Reason`} hint={hint} error={isMissing ? t`Give a reason.` : fault?.message}>
            <Textarea
              rows={3}
              maxLength={maxLength}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        ) : null}
        <DialogFooter>
          <DialogClose>{cancel}</DialogClose>
          {isPossible ? (
            <Button type="submit" variant={variant} aria-disabled={busy}>
              {action}
            </Button>
          ) : null}
        </DialogFooter>
      </form>
    </Dialog>
  )
}
