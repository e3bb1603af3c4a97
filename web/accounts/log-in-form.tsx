import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { LogIn, logIn } from '#contract/accounts.ts'
import { call } from '#web/platform/request.ts'
import { useLogIn } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from './password-field.tsx'
import { retryUnanswered, showFaults } from './request-faults.ts'
import { onSubmitOf, useSingleFlight } from './use-single-flight.ts'

/** Address and password. On success the session is stored; the screen around it then goes on. */
export function LogInForm() {
  const keep = useLogIn()
  const [fault, setFault] = useState<string | null>(null)
  const { register, handleSubmit, setError, formState } = useForm<LogIn>({
    resolver: zodResolver(LogIn),
    defaultValues: { email: '', password: '' },
  })
  const { mutateAsync } = useMutation({ mutationFn: (body: LogIn) => call(logIn, { body }), retry: retryUnanswered })
  const { run, busy } = useSingleFlight(
    handleSubmit(async (body) => {
      setFault(null)
      try {
        keep(await mutateAsync(body))
      } catch (failure) {
        setFault(showFaults(failure, ['email', 'password'], setError))
      }
    }),
  )
  return (
    <form noValidate onSubmit={onSubmitOf(run)} className="flex flex-col gap-5">
      {fault === null ? null : (
        <Notice tone="bad" title="You are not logged in">
          {fault}
        </Notice>
      )}
      <Field label="Email address" error={formState.errors.email?.message}>
        <Input {...register('email')} type="email" autoComplete="username" inputMode="email" />
      </Field>
      <PasswordField
        {...register('password')}
        autoComplete="current-password"
        error={formState.errors.password?.message}
      />
      <Button type="submit" size="lg" aria-disabled={busy}>
        {busy ? 'Logging in' : 'Log in'}
      </Button>
    </form>
  )
}
