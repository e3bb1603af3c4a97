import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import {
  type AccountDetail,
  endSessionsOf,
  removeSecondFactorOf,
  resendConfirmation,
  startSupport,
} from '#contract/account-staff.ts'
import { goHome } from '#web/platform/leave.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PEOPLE_KEY } from './admin-accounts.ts'
import { useAct, useCall } from '../use-act.ts'

const ACTS = {
  support: {
    title: (name: string) => `See the house as ${name}`,
    words: 'For half an hour, to read only: nothing can be done in this person’s name, and maximums stay hidden.',
    action: 'Start',
    done: '',
    endpoint: startSupport,
  },
  'end-sessions': {
    title: (name: string) => `Log ${name} out everywhere`,
    words: 'Every session ends at once. The password stays as it is.',
    action: 'Log out everywhere',
    done: 'Every session has ended',
    endpoint: endSessionsOf,
  },
  'resend-confirmation': {
    title: (name: string) => `Send ${name} the confirmation again`,
    words: 'The link goes to the email of the account. Nothing can be paid or bid until it is opened.',
    action: 'Send email',
    done: 'The email is on its way',
    endpoint: resendConfirmation,
  },
  'remove-factor': {
    title: (name: string) => `Take the second factor of ${name} off`,
    words:
      'Only for somebody who has shown who they are and lost phone and recovery codes. Every session ends, and they are told.',
    action: 'Take it off',
    done: 'The second factor is off',
    endpoint: removeSecondFactorOf,
  },
} as const

export type Act = keyof typeof ACTS

/** What staff do to an account with a reason, which goes into the audit log. */
export function ReasonedAct({ act, one, onClose }: { act: Act; one: AccountDetail; onClose: () => void }) {
  const client = useQueryClient()
  const { title, words, action, done, endpoint } = ACTS[act]
  const send = useCall(endpoint, 'once')
  const form = useForm({ resolver: zodResolver(endpoint.body), defaultValues: { reason: '' } })
  const { onSubmit, fault, busy } = useAct(form, {}, async (body) => {
    await send({ params: { accountId: one.id }, body })
    // A full load: nothing of the administration stays in memory beside the member's account.
    if (act === 'support') return goHome()
    await client.invalidateQueries({ queryKey: [PEOPLE_KEY] })
    toast({ title: done })
    onClose()
  })
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent title={title(one.name)} description={words}>
        <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
          {fault === null ? null : (
            <Notice tone="bad" title="Nothing was done">
              {fault}
            </Notice>
          )}
          <Field label="Reason" hint="Kept in the audit log." error={form.formState.errors.reason?.message}>
            <Textarea {...form.register('reason')} rows={3} maxLength={500} />
          </Field>
          <DialogFooter>
            <Button variant="ghost" onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              variant={act === 'support' || act === 'resend-confirmation' ? 'default' : 'destructive'}
              aria-disabled={busy}
            >
              {action}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
