import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { zodResolver } from '#web/platform/forms/schema-resolver.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { askEmailChange } from '#contract/accounts/account-profile.ts'
import { EmailChange } from '#contract/accounts/account-inputs.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PasswordField } from '../password/password-field.tsx'
import { Fact, FormEnd, OpenForm } from '../profile-parts.tsx'
import { useAction, useCall } from '#web/platform/forms/use-action.ts'
import { useProfile, useProfileChanged } from './use-profile.ts'

/** The account's email, a new one that waits for its link, and the form that requests one. */
export function EmailAddress({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  const pending = useProfile().data?.pendingEmail ?? null
  return (
    <>
      <dl>
        <Fact
          name={t`Email`}
          action={
            <Button variant="outline" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
              <Trans>
                Change<span className="sr-only"> email</span>
              </Trans>
            </Button>
          }
        >
          {user.email}
          <span className="block text-xs text-slate">{user.emailConfirmed ? t`Confirmed` : t`Not confirmed yet`}</span>
          {pending === null ? null : (
            <span className="mt-1 block text-xs text-notice">
              {t`Changes to ${pending} when you open the link we sent there.`}
            </span>
          )}
        </Fact>
      </dl>
      {open ? <EmailForm onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function EmailForm({ onClose }: { onClose: () => void }) {
  const send = useCall(askEmailChange, 'unless-refused')
  const changed = useProfileChanged()
  const form = useForm({
    resolver: zodResolver(EmailChange),
    defaultValues: { email: '', currentPassword: '' },
  })
  const fields = { 'wrong-password': 'currentPassword', 'same-address': 'email' } as const
  const { onSubmit, fault, busy } = useAction(form, fields, async (body) => {
    await send({ body })
    await changed()
    toast({ title: t`Check your email`, description: t`We sent a link to ${body.email}.` })
    onClose()
  })
  const { errors } = form.formState
  return (
    <OpenForm label={t`Change email`}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {fault === null ? null : (
          <Notice tone="bad" title={t`Nothing was changed`}>
            {fault}
          </Notice>
        )}
        <Field
          label={t`New email`}
          hint={t`We’ll send a link there. The change takes effect when you open it.`}
          error={errors.email?.message}
        >
          <Input {...form.register('email')} type="email" autoComplete="email" inputMode="email" />
        </Field>
        <PasswordField
          {...form.register('currentPassword')}
          label={t`Your password`}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
        />
        <FormEnd busy={busy} action={t`Send link`} busyAction={t`Sending`} onCancel={onClose} />
      </form>
    </OpenForm>
  )
}
