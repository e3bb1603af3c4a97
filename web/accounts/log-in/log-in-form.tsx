import { t } from '#web/platform/language/text.ts'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import { logIn } from '#contract/accounts/accounts.ts'
import { type LogIn } from '#contract/accounts/account-inputs.ts'
import { paths } from '#web/paths.ts'
import { onFirstAction } from '#web/fast-start/first-action.ts'
import { RequestError } from '#web/platform/request.ts'
import { useLogIn } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CodeField } from '../code-field.tsx'
import { lateCheck } from '../late-check.ts'
import { PasswordField } from '../password/password-field.tsx'
import { useAction, useCall } from '#web/platform/forms/use-action.ts'

const fetchCheck = () => import('./log-in-check.ts')
const resolver = lateCheck(fetchCheck)

/**
 * Email and password, and a code as a second step where the account has two-factor authentication. On success the session is
 * stored; the surrounding screen then continues.
 */
export function LogInForm({ email = '' }: { email?: string }) {
  const keep = useLogIn()
  const send = useCall(logIn, 'unless-refused')
  const [asksCode, setAsksCode] = useState(false)
  useEffect(() => onFirstAction(() => void fetchCheck().catch(() => undefined)), [])
  const form = useForm<LogIn>({ resolver, defaultValues: { email, password: '' } })
  const { register, formState, setFocus, resetField } = form
  const { errors } = formState
  const { onSubmit, fault, busy } = useAction(form, { 'wrong-code': 'code' }, async (body) => {
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
        <Notice tone="bad" title={t`We couldn’t sign you in`}>
          {fault}
        </Notice>
      )}
      {asksCode ? (
        <>
          <p>{t`One more step: enter your two-factor code.`}</p>
          <CodeField {...register('code')} error={errors.code?.message} />
        </>
      ) : (
        <>
          <Field label={t`Email`} error={errors.email?.message}>
            <Input {...register('email')} type="email" autoComplete="username" inputMode="email" />
          </Field>
          <PasswordField {...register('password')} autoComplete="current-password" error={errors.password?.message} />
        </>
      )}
      <Button type="submit" size="lg" aria-disabled={busy}>
        {busy ? t`Signing in` : t`Sign in`}
      </Button>
      {asksCode ? (
        <Button variant="ghost" onClick={startOver}>
          {t`Use another account`}
        </Button>
      ) : (
        <p>
          <Link href={`${paths.logIn}?forgot`} className="text-link">
            {t`Forgot your password?`}
          </Link>
        </p>
      )}
    </form>
  )
}
