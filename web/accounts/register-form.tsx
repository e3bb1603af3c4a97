import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { register as registerEndpoint, Registration } from '#contract/accounts.ts'
import { paths } from '#web/paths.ts'
import { call, RequestError } from '#web/platform/request.ts'
import { useLogIn } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Input, Select } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { COUNTRIES } from './countries.ts'
import { PasswordField } from './password-field.tsx'
import { strengthWords } from './password-strength.ts'
import { retryUnanswered, showFaults } from './request-faults.ts'
import { onSubmitOf, useSingleFlight } from './use-single-flight.ts'

type Draft = z.input<typeof Registration>

const NAMES = ['email', 'password', 'name', 'phone', 'country', 'acceptTerms', 'referralCode'] as const

/** Refusals that speak of one field. */
const FIELD_OF_CODE: Record<string, 'email' | 'password'> = {
  'email-not-usable': 'email',
  'password-too-common': 'password',
}

/** The form that opens an account; what was written stays written whatever the house answers. */
export function RegisterForm({ referralCode }: { referralCode: string }) {
  const form = useForm<Draft, unknown, Registration>({
    resolver: zodResolver(Registration),
    defaultValues: { email: '', password: '', name: '', phone: '', country: '', referralCode },
    mode: 'onTouched',
  })
  const { fault, run, busy } = useRegistration(form)
  const { register, formState, control } = form
  const { errors } = formState
  const [password, name, email] = useWatch({ control, name: ['password', 'name', 'email'] })
  return (
    <form noValidate onSubmit={onSubmitOf(run)} className="flex flex-col gap-5">
      {fault === null ? null : (
        <Notice tone="bad" title="The account is not open yet">
          {fault} What you have written is still here.
        </Notice>
      )}
      <Field label="Full name" hint="As on your identity document." error={errors.name?.message}>
        <Input {...register('name')} autoComplete="name" />
      </Field>
      <Field label="Email address" error={errors.email?.message}>
        <Input {...register('email')} type="email" autoComplete="email" inputMode="email" />
      </Field>
      <PasswordField
        {...register('password')}
        autoComplete="new-password"
        hint={<span aria-live="polite">{strengthWords(password, [name, email])}</span>}
        error={errors.password?.message}
      />
      <Field label="Phone" hint="With country code, such as +31 20 555 0142." error={errors.phone?.message}>
        <Input {...register('phone')} type="tel" autoComplete="tel" />
      </Field>
      <Field label="Country" error={errors.country?.message}>
        <Select {...register('country')} autoComplete="country">
          <option value="">Choose a country</option>
          {COUNTRIES.map((country) => (
            <option key={country.code} value={country.code}>
              {country.name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Referral code (optional)" hint="If a member gave you one." error={errors.referralCode?.message}>
        <Input {...register('referralCode')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Checkbox {...register('acceptTerms')} label={<TermsLabel />} error={errors.acceptTerms?.message} />
      <Button type="submit" size="lg" aria-disabled={busy}>
        {busy ? 'Opening your account' : 'Open account'}
      </Button>
    </form>
  )
}

function useRegistration(form: ReturnType<typeof useForm<Draft, unknown, Registration>>) {
  const keep = useLogIn()
  const [fault, setFault] = useState<string | null>(null)
  const { mutateAsync } = useMutation({
    mutationFn: ({ referralCode, ...rest }: Registration) =>
      call(registerEndpoint, { body: referralCode ? { ...rest, referralCode } : rest }),
    retry: retryUnanswered,
  })
  const { run, busy } = useSingleFlight(
    form.handleSubmit(async (registration) => {
      setFault(null)
      try {
        keep(await mutateAsync(registration))
      } catch (failure) {
        const field = failure instanceof RequestError ? FIELD_OF_CODE[failure.code] : undefined
        if (field !== undefined && failure instanceof RequestError)
          form.setError(field, { message: failure.message }, { shouldFocus: true })
        else setFault(showFaults<Draft>(failure, NAMES, form.setError))
      }
    }),
  )
  return { fault, run, busy }
}

/** The documents open beside the form, so that nothing written is lost. */
function TermsLabel() {
  const link = 'text-notice underline underline-offset-4'
  return (
    <>
      I have read and accept the{' '}
      <a href={paths.terms} target="_blank" rel="noopener" className={link}>
        terms
      </a>{' '}
      and the{' '}
      <a href={paths.privacy} target="_blank" rel="noopener" className={link}>
        privacy notice
      </a>{' '}
      (they open in a new tab).
    </>
  )
}
