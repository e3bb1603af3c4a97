import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { askConfirmation, confirmEmail } from '#contract/accounts/accounts.ts'
import { paths } from '#web/paths.ts'
import { USER_KEY } from '#web/platform/query.ts'
import { useUser } from '#web/platform/session.tsx'
import { failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { AskMail } from './ask-mail.tsx'
import { nextStep } from './continue-to.ts'
import type { MailedLink } from './mailed-link.ts'
import { useCall } from '#web/platform/forms/use-action.ts'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'

/** The target of the emailed confirmation link. Only a press confirms, not the visit: email scanners visit links, too. */
export function ConfirmEmail({ link: { purpose, secret } }: { link: MailedLink }) {
  const client = useQueryClient()
  const confirm = useCall(confirmEmail, 'once')
  const [state, setState] = useState<{ email: string } | { fault: string } | null>(null)
  const { run, busy } = useSingleFlight(async () => {
    try {
      setState(await confirm({ body: { token: secret } }))
      await client.invalidateQueries({ queryKey: USER_KEY })
    } catch (failure) {
      setState({ fault: failureMessage(failure) })
    }
  })
  const isChange = purpose === 'change-email'
  return (
    <Page title={isChange ? t`Confirm your new email` : t`Confirm your email`} width="form">
      {state !== null && 'email' in state ? (
        <Confirmed email={state.email} isChange={isChange} />
      ) : state !== null ? (
        <Failed fault={state.fault} isChange={isChange} />
      ) : (
        <>
          <p>
            {isChange
              ? t`Your account will use the address we sent this link to, and you’ll sign in with it.`
              : t`Then we can email you about your bids, invoices and documents.`}
          </p>
          <Button size="lg" className="mt-6 w-full" aria-disabled={busy} onClick={() => void run()}>
            {busy ? t`Confirming` : t`Confirm email`}
          </Button>
        </>
      )}
    </Page>
  )
}

function Confirmed({ email, isChange }: { email: string; isChange: boolean }) {
  const { user } = useUser()
  const to = user === null ? paths.logIn : (nextStep(user) ?? paths.calendar)
  return (
    <>
      <Notice tone="good" title={t`Email confirmed`}>
        <span className="break-words">{email}</span> {isChange ? t`is now your account’s email.` : t`is confirmed.`}
      </Notice>
      <Button asChild size="lg" className="mt-6 w-full">
        <Link href={to}>{user === null ? t`Sign in` : t`Continue`}</Link>
      </Button>
    </>
  )
}

function Failed({ fault, isChange }: { fault: string; isChange: boolean }) {
  return (
    <>
      <Notice tone="bad" title={t`We couldn’t confirm your email`}>
        {fault}
      </Notice>
      {isChange ? (
        <p className="mt-6">
          <Trans>
            Request a new link in your{' '}
            <Link href={paths.profile} className="text-link">
              profile
            </Link>
            .
          </Trans>
        </p>
      ) : (
        <section className="mt-8 border-t border-line pt-6">
          <h2 className="mb-4 text-lg">{t`Get a new link`}</h2>
          <AskMail endpoint={askConfirmation} action={t`Send new link`}>
            {t`The link works once, for three days.`}
          </AskMail>
        </section>
      )}
    </>
  )
}
