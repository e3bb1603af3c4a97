import { useQueryClient } from '@tanstack/react-query'
import {
  type AccountDetail,
  changeAccount,
  endSessionsOf,
  removeSecondFactorOf,
  resendConfirmation,
  sendPasswordReset,
  startSupport,
} from '#contract/accounts/account-staff.ts'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { goHome } from '#web/platform/leave.ts'
import { toast } from '#web/ui/toast.tsx'
import { PEOPLE_KEY } from './admin-accounts.ts'
import { useCall } from '#web/platform/forms/use-action.ts'
import { t } from '#web/platform/language/text.ts'

const ACTIONS = {
  support: {
    title: (name: string) => t`View as ${name}`,
    words: t`Read-only for 30 minutes. You can’t act for this person, and maximums stay hidden.`,
    action: t`Start viewing`,
    done: '',
    endpoint: startSupport,
  },
  'end-sessions': {
    title: (name: string) => t`Sign ${name} out everywhere`,
    words: t`Every session ends now. The password doesn’t change.`,
    action: t`Sign out everywhere`,
    done: t`Signed out everywhere`,
    endpoint: endSessionsOf,
  },
  'resend-confirmation': {
    title: (name: string) => t`Resend confirmation to ${name}`,
    words: t`We send the link to the account’s email. This person can’t pay or bid until they open it.`,
    action: t`Send email`,
    done: t`Email sent`,
    endpoint: resendConfirmation,
  },
  'reset-password': {
    title: (name: string) => t`Send ${name} a password link`,
    words: t`We email a link to choose a new password. It works once, for 30 minutes. The old password works until then.`,
    action: t`Send link`,
    done: t`Email sent`,
    endpoint: sendPasswordReset,
  },
  'end-access': {
    title: (name: string) => t`End access of ${name}`,
    words: t`Every session ends now, and signing in no longer opens the administration. You can restore access later.`,
    action: t`End access`,
    done: t`Access ended`,
    endpoint: changeAccount,
    more: { accountStatus: 'suspended' },
  },
  'restore-access': {
    title: (name: string) => t`Restore access of ${name}`,
    words: t`This person can sign in again, with the same roles.`,
    action: t`Restore access`,
    done: t`Access restored`,
    endpoint: changeAccount,
    more: { accountStatus: 'active' },
  },
  'remove-factor': {
    title: (name: string) => t`Turn off two-factor for ${name}`,
    words: t`Only after verifying who they are, when they’ve lost their phone and recovery codes. Every session ends, and we notify them.`,
    action: t`Turn off two-factor`,
    done: t`Two-factor is off`,
    endpoint: removeSecondFactorOf,
  },
} as const

export type Action = keyof typeof ACTIONS

const HARMLESS: ReadonlySet<Action> = new Set(['support', 'resend-confirmation', 'reset-password', 'restore-access'])

/** Staff actions on an account that need a reason, which goes into the audit log. */
export function ReasonedAction({ kind, one, onClose }: { kind: Action; one: AccountDetail; onClose: () => void }) {
  const client = useQueryClient()
  const chosen = ACTIONS[kind]
  const { title, words, action, done, endpoint } = chosen
  const more = 'more' in chosen ? chosen.more : {}
  const send = useCall(endpoint, 'once')
  const isHarmless = HARMLESS.has(kind)
  return (
    <ReasonDialog
      title={title(one.name)}
      words={words}
      action={action}
      failed={t`Nothing was changed`}
      variant={isHarmless ? 'default' : 'destructive'}
      maxLength={500}
      onClose={onClose}
      onAction={async (reason) => {
        await send({ params: { accountId: one.id }, body: { ...more, reason } })
        // A full load: nothing of the administration stays in memory together with the member's account.
        if (kind === 'support') return goHome()
        await client.invalidateQueries({ queryKey: [PEOPLE_KEY] })
        toast({ title: done })
        onClose()
      }}
    />
  )
}
