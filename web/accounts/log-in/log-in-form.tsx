import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import type { LogIn, logIn } from '#contract/accounts.ts'
import { paths } from '#web/paths.ts'
import { onFirstAct } from '#web/platform/first-act.ts'
import { RequestError, route } from '#web/platform/request.ts'
import { useLogIn } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CodeField } from '../code-field.tsx'
import { lateCheck } from '../late-check.ts'
import { PasswordField } from '../password/password-field.tsx'
import { useAct, useCall } from '../use-act.ts'

const LOG_IN = route<typeof logIn>('POST', '/api/login')

const fetchCheck = () => import('./log-in-check.ts')
const resolver = lateCheck(fetchCheck)

/**
 * Address and password, and where the account has a second factor its code as a second step. On success the session is stored; the
 * screen around it then goes on.
 */
export function LogInForm({ email = '' }: { email?: string }) {
  const keep = useLogIn()
  const send = useCall(LOG_IN, 'unless-refused')
  const [asksCode, setAsksCode] = useState(false)
  useEffect(() => onFirstAct(() => void fetchCheck().catch(() => undefined)), [])
  const form = useForm<LogIn>({ resolver, defaultValues: { email, password: '' } })
  const { register, formState, setFocus, resetField } = form
  const { errors } = formState
  const { onSubmit, fault, busy } = useAct(form, { 'wrong-code': 'code' }, async (body) => {
    try {
      keep(await send({ body }))
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure
      if (failure.code === 'wrong-credentials') startOver()
      if (failure.code !== 'second-factor-required') throw failure
      setAsksCode(true)
      setTimeout(() => setFocus('code'))
    }
  })
  function startOver() {
    setAsksCode(false)
    resetField('code')
  }
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {fault === null ? null : (
        <Notice tone="bad" title="You are not logged in">
          {fault}
        </Notice>
      )}
      {asksCode ? (
        <>
          <p>Your password is right. One more step: the code of your second factor.</p>
          <CodeField {...register('code')} error={errors.code?.message} />
        </>
      ) : (
        <>
          <Field label="Email address" error={errors.email?.message}>
            <Input {...register('email')} type="email" autoComplete="username" inputMode="email" />
          </Field>
          <PasswordField {...register('password')} autoComplete="current-password" error={errors.password?.message} />
        </>
      )}
      <Button type="submit" size="lg" aria-disabled={busy}>
        {busy ? 'Logging in' : 'Log in'}
      </Button>
      {asksCode ? (
        <Button variant="ghost" onClick={startOver}>
          Use another account
        </Button>
      ) : (
        <p>
          <Link href={`${paths.logIn}?forgot`} className="text-notice underline underline-offset-4">
            Forgot your password?
          </Link>
        </p>
      )}
    </form>
  )
}
