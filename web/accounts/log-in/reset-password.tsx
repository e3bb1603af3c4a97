import { t } from '#web/platform/language/text.ts'
import { zodResolver } from '#web/platform/forms/schema-resolver.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link } from 'wouter'
import { resetPassword } from '#contract/accounts/accounts.ts'
import { PasswordReset } from '#contract/accounts/account-inputs.ts'
import { paths } from '#web/paths.ts'
import { USER_KEY } from '#web/platform/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { LogInForm } from './log-in-form.tsx'
import { NewPasswordField } from '../password/new-password-field.tsx'
import { useAction, useCall } from '#web/platform/forms/use-action.ts'

/** The target of the "forgot your password" link. After that the person signs in with the new password. */
export function ResetPassword({ secret }: { secret: string }) {
  const client = useQueryClient()
  const send = useCall(resetPassword, 'once')
  const [email, setEmail] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(PasswordReset),
    defaultValues: { token: secret, password: '' },
  })
  const { onSubmit, fault, busy } = useAction(form, { 'password-too-common': 'password' }, async (body) => {
    const reply = await send({ body })
    // This browser's session has ended with the others.
    client.setQueryData(USER_KEY, null)
    setEmail(reply.email)
  })
  const password = useWatch({ control: form.control, name: 'password' })
  const { errors } = form.formState
  if (email !== null) {
    return (
      <Page title={t`Sign in`} width="form">
        <div className="mb-6">
          <Notice tone="good" title={t`Password changed`}>
            {t`You’re signed out everywhere. Sign in with your new password.`}
          </Notice>
        </div>
        <LogInForm email={email} />
      </Page>
    )
  }
  const unusable = fault ?? errors.token?.message ?? null
  return (
    <Page title={t`Choose a new password`} width="form">
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {unusable === null ? null : (
          <Notice tone="bad" title={t`We couldn’t change your password`}>
            <p>{unusable}</p>
            <p className="mt-1">
              <Link href={`${paths.logIn}?forgot`} className="text-link">
                {t`Request a new link`}
              </Link>
            </p>
          </Notice>
        )}
        <NewPasswordField
          {...form.register('password')}
          label={t`New password`}
          password={password}
          error={errors.password}
        />
        <Button type="submit" size="lg" aria-disabled={busy}>
          {busy ? t`Changing` : t`Change password`}
        </Button>
      </form>
    </Page>
  )
}
