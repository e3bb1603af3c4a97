import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { register as registerEndpoint, Registration } from '#contract/accounts.ts'
import { paths } from '#web/paths.ts'
import { onFirstAct } from '#web/platform/first-act.ts'
import { route } from '#web/platform/request.ts'
import { useLogIn } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CountrySelect } from '../profile/country-select.tsx'
import { lateCheck } from '../late-check.ts'
import { NewPasswordField } from '../password/new-password-field.tsx'
import { useAct, useCall } from '../use-act.ts'
import { ReferralHint } from './referral-hint.tsx'

type Draft = z.input<typeof Registration>

const REGISTER = route<typeof registerEndpoint>('POST', '/api/register')

const fetchCheck = () => import('./register-check.ts')
const resolver = lateCheck(fetchCheck)

/** The form that opens an account; what was written stays written whatever the house answers. */
export function RegisterForm({ referralCode }: { referralCode: string }) {
  const form = useForm<Draft, unknown, Registration>({
    resolver,
    defaultValues: { email: '', password: '', name: '', phone: '', country: '', referralCode },
    mode: 'onTouched',
  })
  // As it came with the address, then as it was when its field was left.
  const [leftCode, setLeftCode] = useState(referralCode)
  const keep = useLogIn()
  useEffect(() => onFirstAct(() => void fetchCheck().catch(() => undefined)), [])
  const send = useCall(REGISTER, 'unless-refused')
  const { onSubmit, fault, busy } = useAct(
    form,
    { 'password-too-common': 'password' },
    async ({ referralCode: code, ...rest }) =>
      keep(await send({ body: code ? { ...rest, referralCode: code } : rest })),
  )
  const { register, formState, control } = form
  const { errors } = formState
  const [password, name, email] = useWatch({ control, name: ['password', 'name', 'email'] })
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {fault === null ? null : (
        <Notice tone="bad" title="The account is not open yet">
          {fault} What you have written is still here.
        </Notice>
      )}
      <Field label="Full name" hint="As on your identity document." error={errors.name?.message}>
        <Input {...register('name')} autoComplete="name" />
      </Field>
      <Field label="Email address" hint="We send a link there to confirm it." error={errors.email?.message}>
        <Input {...register('email')} type="email" autoComplete="email" inputMode="email" />
      </Field>
      <NewPasswordField {...register('password')} password={password} known={[name, email]} error={errors.password} />
      <Field label="Phone" hint="With country code, such as +31 20 555 0142." error={errors.phone?.message}>
        <Input {...register('phone')} type="tel" autoComplete="tel" />
      </Field>
      <Field label="Country" error={errors.country?.message}>
        <CountrySelect {...register('country')} />
      </Field>
      <Field
        label="Referral code (optional)"
        hint={<ReferralHint code={leftCode} />}
        error={errors.referralCode?.message}
      >
        <Input
          {...register('referralCode', { onBlur: () => setLeftCode(form.getValues('referralCode')?.trim() ?? '') })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Checkbox {...register('acceptTerms')} label={<TermsLabel />} error={errors.acceptTerms?.message} />
      <Button type="submit" size="lg" aria-disabled={busy}>
        {busy ? 'Opening your account' : 'Open account'}
      </Button>
    </form>
  )
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
