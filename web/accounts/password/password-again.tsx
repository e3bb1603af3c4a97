import { t } from '#web/platform/language/text.ts'
import { zodResolver } from '#web/platform/forms/schema-resolver.ts'
import { useForm } from 'react-hook-form'
import { GivenAgain } from '#contract/accounts/account-inputs.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from './password-field.tsx'
import { FormEnd } from '../profile-parts.tsx'
import { useAction } from '#web/platform/forms/use-action.ts'

/** The password again, before something that an open session alone should not allow. */
export function PasswordAgain({
  run,
  fails,
  action,
  busyAction,
  onCancel,
}: {
  run: (password: { currentPassword: string }) => Promise<void>
  fails: string
  action: string
  busyAction: string
  onCancel: () => void
}) {
  const form = useForm({ resolver: zodResolver(GivenAgain), defaultValues: { currentPassword: '' } })
  const { onSubmit, fault, busy } = useAction(form, { 'wrong-password': 'currentPassword' }, run)
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {fault === null ? null : (
        <Notice tone="bad" title={fails}>
          {fault}
        </Notice>
      )}
      <PasswordField
        {...form.register('currentPassword')}
        label={t`Your password`}
        autoComplete="current-password"
        error={form.formState.errors.currentPassword?.message}
      />
      <FormEnd busy={busy} action={action} busyAction={busyAction} onCancel={onCancel} />
    </form>
  )
}
