import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { zodResolver } from '#web/platform/forms/schema-resolver.ts'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import { type askConfirmation, askPasswordReset } from '#contract/accounts/accounts.ts'
import { LinkTo } from '#contract/accounts/account-inputs.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { useAction, useCall } from '#web/platform/forms/use-action.ts'

/** Requests a link to choose a new password. */
export function AskPasswordReset() {
  return (
    <Page title={t`Choose a new password`} width="form" lead={t`Enter your email and we’ll send you a link.`}>
      <AskMail endpoint={askPasswordReset} action={t`Send link`}>
        {t`The link works once, for 30 minutes.`}
      </AskMail>
      <p className="mt-8 border-t border-line pt-6">
        <Link href={paths.logIn} className="text-link">
          {t`Back to sign-in`}
        </Link>
      </p>
    </Page>
  )
}

/** Requests an email to an address. The response text is the same whether or not there is an account. */
export function AskMail({
  endpoint,
  action,
  children,
}: {
  endpoint: typeof askPasswordReset | typeof askConfirmation
  action: string
  children: ReactNode
}) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const send = useCall(endpoint)
  const form = useForm({ resolver: zodResolver(LinkTo), defaultValues: { email: '' } })
  const { onSubmit, fault, busy } = useAction(form, {}, async ({ email }) => {
    await send({ body: { email } })
    setSentTo(email)
  })
  if (sentTo !== null) {
    return (
      <Notice tone="good" title={t`Check your email`}>
        <p>
          <Trans>
            If there’s an account for {sentTo}, we sent a link. It can take a few minutes; check your spam folder, too.{' '}
            {children}
          </Trans>
        </p>
        <Button variant="link" size="sm" className="mt-1" onClick={() => setSentTo(null)}>
          {t`Try another email`}
        </Button>
      </Notice>
    )
  }
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {fault === null ? null : (
        <Notice tone="bad" title={t`We couldn’t send the email`}>
          {fault}
        </Notice>
      )}
      <Field label={t`Email`} error={form.formState.errors.email?.message}>
        <Input {...form.register('email')} type="email" autoComplete="username" inputMode="email" />
      </Field>
      <Button type="submit" size="lg" aria-disabled={busy}>
        {busy ? t`Sending` : action}
      </Button>
    </form>
  )
}
