import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { useState } from 'react'
import { endSupport } from '#contract/accounts/account-staff.ts'
import { askConfirmation, type User } from '#contract/accounts/accounts.ts'
import { paths } from '#web/paths.ts'
import { call } from '#web/platform/request.ts'
import { formatTimeOfDay } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useCall } from '#web/platform/forms/use-action.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'

/** What a person should know about the account on every page. */
export default function AccountNotices({ user }: { user: User }) {
  if (user.support !== null) return <SupportBanner user={user} support={user.support} />
  return user.emailConfirmed ? null : <ConfirmReminder email={user.email} />
}

/** Always visible: staff can see at any time whose account they are viewing. */
function SupportBanner({ user, support }: { user: User; support: NonNullable<User['support']> }) {
  const { run, busy, fault } = useAttempt(async () => {
    await call(endSupport)
    // A full load: nothing of the member stays in memory.
    location.assign(paths.adminPage(`people/${user.id}`))
  })
  return (
    <div role="status" className="sticky top-0 z-30 border-b-4 border-outbid bg-fog">
      <div className="mx-auto flex max-w-[84rem] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 sm:px-6">
        <p className="min-w-0 flex-1">
          <Trans>
            <strong className="text-outbid">Support view, read only.</strong> You’re viewing as {user.name}, paddle{' '}
            {user.paddle}, until {formatTimeOfDay(support.until)}. {fault}
          </Trans>
        </p>
        <Button variant="outline" aria-disabled={busy} onClick={() => void run()}>
          {t`End support view`}
        </Button>
      </div>
    </div>
  )
}

function ConfirmReminder({ email }: { email: string }) {
  const ask = useCall(askConfirmation)
  const [isSent, setSent] = useState(false)
  const { run, busy, fault } = useAttempt(async () => {
    await ask({ body: { email } })
    setSent(true)
  })
  return (
    <div className="mx-auto w-full max-w-[84rem] px-4 pt-4 sm:px-6">
      <Notice tone="info" title={t`Confirm your email`}>
        <p>
          <Trans>
            Open the link we sent to <span className="font-semibold break-words">{email}</span>. Until then you can’t
            pay, send a document or bid, and we can’t email you about your account.
          </Trans>
        </p>
        <p aria-live="polite">
          {isSent ? t`We sent the link. It can take a few minutes; check your spam folder, too.` : fault}
        </p>
        {isSent || fault !== null ? null : (
          <Button variant="link" size="sm" aria-disabled={busy} onClick={() => void run()}>
            {busy ? t`Sending` : t`Resend`}
          </Button>
        )}
      </Notice>
    </div>
  )
}
