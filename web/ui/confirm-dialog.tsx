import { type ComponentProps, type ReactNode, useState } from 'react'
import { useSingleFlight } from '../platform/forms/use-single-flight.ts'
import { Button } from './button.tsx'
import { Dialog, DialogClose, DialogFooter } from './dialog.tsx'
import { RequestFailed } from './request-failed.tsx'
import { t } from '#web/platform/language/text.ts'

type Asked = {
  title: string
  /** One sentence each: what happens with which amount, to whom, and whether it can be undone. */
  words: string
  action: string
  cancel?: string
  failed?: string
  variant?: 'default' | 'destructive'
  children?: ReactNode
  onAction: () => Promise<unknown>
}

/**
 * Asks before an action that needs no reason. The dialog closes if `onAction` succeeds; an error it throws is shown
 * here, and the person can try again. `failed`: the headline in that case.
 */
export function ConfirmDialog({
  title,
  words,
  action,
  cancel = t`Cancel`,
  failed = t`Nothing was changed`,
  variant = 'default',
  children,
  onAction,
  onClose,
}: Asked & { onClose: () => void }) {
  const [failure, setFailure] = useState<unknown>(null)
  const { run, busy } = useSingleFlight(async () => {
    setFailure(null)
    await onAction().then(onClose, setFailure)
  })
  return (
    <Dialog onClose={onClose} title={title} description={words}>
      {failure === null ? null : <RequestFailed title={failed} failure={failure} />}
      {children}
      <DialogFooter>
        <DialogClose>{cancel}</DialogClose>
        <Button variant={variant} aria-disabled={busy} onClick={() => void run()}>
          {action}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** A button whose action asks first. */
export function ConfirmedAction({
  label,
  size = 'sm',
  look = 'outline',
  ...asked
}: Asked & { label: ReactNode; size?: ComponentProps<typeof Button>['size']; look?: 'default' | 'outline' | 'ghost' }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant={look} size={size} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      {isAsking ? <ConfirmDialog {...asked} onClose={() => setIsAsking(false)} /> : null}
    </>
  )
}
