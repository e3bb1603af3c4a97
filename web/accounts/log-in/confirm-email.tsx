import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { askConfirmation, confirmEmail } from '#contract/accounts.ts'
import { paths } from '#web/paths.ts'
import { USER_KEY } from '#web/platform/query.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { AskMail } from './ask-mail.tsx'
import { nextStep } from './continue-to.ts'
import type { MailedLink } from './mailed-link.ts'
import { wordsOfFailure } from '../request-faults.ts'
import { useCall } from '../use-act.ts'
import { useSingleFlight } from '../use-single-flight.ts'

/** Where the link that confirms an address leads. A press confirms it and not the visit: programs that check mails visit links, too. */
export function ConfirmEmail({ link: { purpose, secret } }: { link: MailedLink }) {
  const client = useQueryClient()
  const confirm = useCall(confirmEmail, 'once')
  const [state, setState] = useState<{ email: string } | { fault: string } | null>(null)
  const { run, busy } = useSingleFlight(async () => {
    try {
      setState(await confirm({ body: { token: secret } }))
      await client.invalidateQueries({ queryKey: USER_KEY })
    } catch (failure) {
      setState({ fault: wordsOfFailure(failure) })
    }
  })
  const isChange = purpose === 'change-email'
  return (
    <Page title={isChange ? 'Confirm your new email address' : 'Confirm your email address'} width="form">
      {state !== null && 'email' in state ? (
        <Confirmed email={state.email} isChange={isChange} />
      ) : state !== null ? (
        <Failed fault={state.fault} isChange={isChange} />
      ) : (
        <>
          <p>
            {isChange
              ? 'With this your account moves to the address that the mail was sent to. You log in with it from then on.'
              : 'With this, mail about your bids, invoices and documents can reach you.'}
          </p>
          <Button size="lg" className="mt-6 w-full" aria-disabled={busy} onClick={() => void run()}>
            {busy ? 'Confirming' : 'Confirm this address'}
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
      <Notice tone="good" title="The address is confirmed">
        <span className="break-words">{email}</span> {isChange ? 'is now the address of your account.' : 'is yours.'}
      </Notice>
      <Button asChild size="lg" className="mt-6 w-full">
        <Link href={to}>{user === null ? 'Log in' : 'Continue'}</Link>
      </Button>
    </>
  )
}

function Failed({ fault, isChange }: { fault: string; isChange: boolean }) {
  return (
    <>
      <Notice tone="bad" title="The address is not confirmed">
        {fault}
      </Notice>
      {isChange ? (
        <p className="mt-6">
          Ask for a new link in your{' '}
          <Link href={paths.profile} className="text-notice underline underline-offset-4">
            profile
          </Link>
          .
        </p>
      ) : (
        <section className="mt-8 border-t border-line pt-6">
          <h2 className="mb-4 text-lg">Send a new link</h2>
          <AskMail endpoint={askConfirmation} action="Send a new link">
            The link works once, for three days.
          </AskMail>
        </section>
      )}
    </>
  )
}
