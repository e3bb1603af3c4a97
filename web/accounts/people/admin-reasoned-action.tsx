import { useQueryClient } from '@tanstack/react-query'
import {
  type AccountDetail,
  endSessionsOf,
  removeSecondFactorOf,
  resendConfirmation,
  startSupport,
} from '#contract/accounts/account-staff.ts'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { goHome } from '#web/platform/leave.ts'
import { toast } from '#web/ui/toast.tsx'
import { PEOPLE_KEY } from './admin-accounts.ts'
import { useCall } from '#web/platform/forms/use-action.ts'

const ACTIONS = {
  support: {
    title: (name: string) => `View as ${name}`,
    words: 'Read-only for 30 minutes. You can’t act for this person, and maximums stay hidden.',
    action: 'Start viewing',
    done: '',
    endpoint: startSupport,
  },
  'end-sessions': {
    title: (name: string) => `Sign ${name} out everywhere`,
    words: 'Every session ends now. The password doesn’t change.',
    action: 'Sign out everywhere',
    done: 'Signed out everywhere',
    endpoint: endSessionsOf,
  },
  'resend-confirmation': {
    title: (name: string) => `Resend confirmation to ${name}`,
    words: 'We send the link to the account’s email. This person can’t pay or bid until they open it.',
    action: 'Send email',
    done: 'Email sent',
    endpoint: resendConfirmation,
  },
  'remove-factor': {
    title: (name: string) => `Turn off two-factor for ${name}`,
    words:
      'Only after verifying who they are, when they’ve lost their phone and recovery codes. Every session ends, and we notify them.',
    action: 'Turn off two-factor',
    done: 'Two-factor is off',
    endpoint: removeSecondFactorOf,
  },
} as const

export type Action = keyof typeof ACTIONS

/** Staff actions on an account that need a reason, which goes into the audit log. */
export function ReasonedAction({ kind, one, onClose }: { kind: Action; one: AccountDetail; onClose: () => void }) {
  const client = useQueryClient()
  const { title, words, action, done, endpoint } = ACTIONS[kind]
  const send = useCall(endpoint, 'once')
  const isHarmless = kind === 'support' || kind === 'resend-confirmation'
  return (
    <ReasonDialog
      title={title(one.name)}
      words={words}
      action={action}
      failed="Nothing was changed"
      variant={isHarmless ? 'default' : 'destructive'}
      maxLength={500}
      onClose={onClose}
      onAction={async (reason) => {
        await send({ params: { accountId: one.id }, body: { reason } })
        // A full load: nothing of the administration stays in memory together with the member's account.
        if (kind === 'support') return goHome()
        await client.invalidateQueries({ queryKey: [PEOPLE_KEY] })
        toast({ title: done })
        onClose()
      }}
    />
  )
}
