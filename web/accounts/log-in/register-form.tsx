import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { register as registerEndpoint, readReferralCode } from '#contract/accounts/accounts.ts'
import { type Registration } from '#contract/accounts/account-inputs.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { paths } from '#web/paths.ts'
import { onFirstAction } from '#web/fast-start/first-action.ts'
import { call } from '#web/platform/request.ts'
import { useLogIn } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CountrySelect } from '../profile/country-select.tsx'
import { arrivalFrom, forgetArrival, noteArrival } from './arrival.ts'
import { lateCheck } from '../late-check.ts'
import { NewPasswordField } from '../password/new-password-field.tsx'
import { language } from '#web/platform/language/language.ts'
import { useAction, useCall } from '#web/platform/forms/use-action.ts'
import { useQuery } from '@tanstack/react-query'

/** Says whether a member has this code. If the check fails, registration reports it. */
function ReferralHint({ code }: { code: string }) {
  const { data } = useQuery<ReplyOf<typeof readReferralCode>>({
    queryKey: ['/api/referral-codes', code],
    queryFn: ({ signal }) => call(readReferralCode, { params: { code } }, signal),
    enabled: code !== '',
  })
  return <span aria-live="polite">{wordsOf(code, data)}</span>
}

function wordsOf(code: string, found: ReplyOf<typeof readReferralCode> | undefined): string {
  if (code === '' || found === undefined) return t`From a member who invited you.`
  if (found.isKnown) return t`This code belongs to one of our members.`
  return found.isClosed
    ? t`The account with this code was closed. Leave it empty.`
    : t`We don’t recognize this code. Check it, or leave it empty.`
}

type Draft = z.input<typeof Registration>

const fetchCheck = () => import('./register-check.ts')
const resolver = lateCheck(fetchCheck)

/** The form that opens an account; input is kept whatever the server answers. */
export function RegisterForm({ search }: { search: string }) {
  const [arrival] = useState(() => arrivalFrom(search))
  const form = useForm<Draft, unknown, Registration>({
    resolver,
    defaultValues: { email: '', password: '', name: '', phone: '', country: '', referralCode: arrival.code },
    mode: 'onTouched',
  })
  // The code from the URL, then the value when its field was left.
  const [leftCode, setLeftCode] = useState(arrival.code)
  const keep = useLogIn()
  useEffect(() => noteArrival(search), [search])
  useEffect(() => onFirstAction(() => void fetchCheck().catch(() => undefined)), [])
  const send = useCall(registerEndpoint, 'unless-refused')
  const { onSubmit, fault, busy } = useAction(
    form,
    { 'password-too-common': 'password' },
    async ({ referralCode: code, ...rest }) => {
      // A code that was typed in came through no channel that we know.
      const via = code === arrival.code ? { referralChannel: arrival.channel } : {}
      const body = { ...rest, language }
      keep(await send({ body: code ? { ...body, referralCode: code, ...via } : body }))
      forgetArrival()
    },
  )
  const { register, formState, control } = form
  const { errors } = formState
  const [password, name, email] = useWatch({ control, name: ['password', 'name', 'email'] })
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {fault === null ? null : (
        <Notice tone="bad" title={t`We couldn’t create your account`}>
          {t`${fault} Your entries are still here.`}
        </Notice>
      )}
      <Field label={t`Full name`} hint={t`As it appears on your ID.`} error={errors.name?.message}>
        <Input {...register('name')} autoComplete="name" />
      </Field>
      <Field label={t`Email`} hint={t`We’ll send a link to confirm it.`} error={errors.email?.message}>
        <Input {...register('email')} type="email" autoComplete="email" inputMode="email" />
      </Field>
      <NewPasswordField {...register('password')} password={password} known={[name, email]} error={errors.password} />
      <Field label={t`Phone`} hint={t`With country code, such as +1 212 555 0142.`} error={errors.phone?.message}>
        <Input {...register('phone')} type="tel" autoComplete="tel" />
      </Field>
      <Field label={t`Country`} error={errors.country?.message}>
        <CountrySelect {...register('country')} />
      </Field>
      <Field
        label={t`Referral code (optional)`}
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
        {busy ? t`Creating your account` : t`Create account`}
      </Button>
    </form>
  )
}

/** The documents open in a new tab, so no input is lost. */
function TermsLabel() {
  const link = 'text-link'
  return (
    <>
      <Trans>
        I accept the{' '}
        <a href={paths.terms} target="_blank" rel="noopener" className={link}>
          terms
        </a>{' '}
        and the{' '}
        <a href={paths.privacy} target="_blank" rel="noopener" className={link}>
          privacy notice
        </a>{' '}
        (open in a new tab).
      </Trans>
    </>
  )
}
