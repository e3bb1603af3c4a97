import { Trans } from '#web/platform/language/trans.tsx'
import { t } from '#web/platform/language/text.ts'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { findTicket } from '#contract/support/support.ts'
import { call } from '../platform/request.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { paths } from '../paths.ts'
import { useUser } from '../platform/session.tsx'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { OwnThread } from './own-thread.tsx'

/** A thread: by the link in our emails, or by its reference and the email it was sent from. */
export default function MessageStatusScreen() {
  const [token, setToken] = useToken()
  if (token !== null) return <OwnThread key={token} token={token} onLeave={() => setToken(null)} />
  return (
    <Page title={t`Message status`} lead={t`See our reply and answer it.`} width="form">
      <Lookup onFound={setToken} />
    </Page>
  )
}

/** The token in the URL is after the `#`, so that no server and no log sees it. */
function useToken(): [string | null, (token: string | null) => void] {
  const [, go] = useLocation()
  const [token, setToken] = useState(tokenInAddress)
  useEffect(() => {
    const read = () => setToken(tokenInAddress())
    for (const moved of ['hashchange', 'popstate', 'pushState']) window.addEventListener(moved, read)
    return () => {
      for (const moved of ['hashchange', 'popstate', 'pushState']) window.removeEventListener(moved, read)
    }
  }, [])
  return [
    token,
    (next) => {
      go(next === null ? paths.messageStatus : paths.ticket(next))
      setToken(next)
    },
  ]
}

function tokenInAddress(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('ticket')
}

function Lookup({ onFound }: { onFound: (token: string) => void }) {
  const [reference, setReference] = useState('')
  const [email, setEmail] = useState('')
  const { run, busy, fault } = useAttempt(async (_event: FormEvent) => {
    onFound((await call(findTicket, { body: { reference, email } })).token)
  })
  return (
    <>
      <form noValidate onSubmit={onSubmitOf(run)} className="flex flex-col gap-5">
        {fault === null ? null : (
          <Notice tone="bad" title={t`Message not found`}>
            {fault}
          </Notice>
        )}
        <Field label={t`Reference`} hint={t`In the email we sent you, such as T-4K7MX92P.`}>
          <Input
            value={reference}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={30}
            onChange={({ target }) => setReference(target.value)}
          />
        </Field>
        <Field label={t`Email`}>
          <Input
            type="email"
            autoComplete="email"
            value={email}
            maxLength={254}
            onChange={({ target }) => setEmail(target.value)}
          />
        </Field>
        <Button
          type="submit"
          className="self-start"
          disabled={reference.trim() === '' || email.trim() === ''}
          aria-disabled={busy}
        >
          {busy ? t`Searching` : t`View message`}
        </Button>
      </form>
      <OtherWays />
    </>
  )
}

function OtherWays() {
  const { user } = useUser()
  return (
    <p className="mt-8 text-slate">
      {user === null ? (
        <>
          <Trans>
            No email from us? Check your spam folder, then{' '}
            <Link href={paths.contact} className="text-link">
              write again
            </Link>
            .
          </Trans>
        </>
      ) : (
        <>
          <Trans>
            All your messages are in{' '}
            <Link href={`${paths.profile}#messages`} className="text-link">
              your profile
            </Link>
            .
          </Trans>
        </>
      )}
    </p>
  )
}
