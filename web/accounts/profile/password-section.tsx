import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { zodResolver } from '#web/platform/forms/schema-resolver.ts'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { changePassword } from '#contract/accounts/account-profile.ts'
import { PasswordChange } from '#contract/accounts/account-inputs.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { formatDay } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { NewPasswordField } from '../password/new-password-field.tsx'
import { PasswordField } from '../password/password-field.tsx'
import { Fact, FormEnd, OpenForm, ProfileSection } from '../profile-parts.tsx'
import { useAction, useCall } from '#web/platform/forms/use-action.ts'
import { useProfile, useProfileChanged } from './use-profile.ts'

/** When the password was last changed, and the form to change it. */
export function PasswordSection({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  const { data } = useProfile()
  const changedAt = data?.passwordChangedAt ?? null
  return (
    <ProfileSection id="password" title={t`Password`}>
      <dl>
        <Fact
          name={t`Password`}
          action={
            <Button variant="outline" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
              <Trans>
                Change<span className="sr-only"> password</span>
              </Trans>
            </Button>
          }
        >
          {changedAt === null ? t`Since ${formatDay(user.createdAt)}` : t`Changed on ${formatDay(changedAt)}`}
        </Fact>
      </dl>
      {open ? <PasswordForm user={user} onClose={() => setOpen(false)} /> : null}
    </ProfileSection>
  )
}

function PasswordForm({ user, onClose }: { user: User; onClose: () => void }) {
  const send = useCall(changePassword, 'once')
  const changed = useProfileChanged()
  const form = useForm({
    resolver: zodResolver(PasswordChange),
    defaultValues: { currentPassword: '', password: '' },
  })
  const fields = { 'wrong-password': 'currentPassword', 'password-too-common': 'password' } as const
  const { onSubmit, fault, busy } = useAction(form, fields, async (body) => {
    await send({ body })
    await changed()
    toast({ title: t`Password changed`, description: t`You’re signed out on all other devices.` })
    onClose()
  })
  const { errors } = form.formState
  const password = useWatch({ control: form.control, name: 'password' })
  return (
    <OpenForm label={t`Change password`}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {fault === null ? null : (
          <Notice tone="bad" title={t`We couldn’t change your password`}>
            {fault}
          </Notice>
        )}
        {/* Lets a password manager know whose password this is. */}
        <input type="email" value={user.email} autoComplete="username" readOnly hidden />
        <PasswordField
          {...form.register('currentPassword')}
          label={t`Current password`}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
        />
        <NewPasswordField
          {...form.register('password')}
          label={t`New password`}
          password={password}
          known={[user.name, user.email]}
          error={errors.password}
        />
        <p className="text-slate">{t`You stay signed in here. All other sessions end.`}</p>
        <FormEnd busy={busy} action={t`Change password`} busyAction={t`Changing`} onCancel={onClose} />
      </form>
    </OpenForm>
  )
}
