import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { startEnrolment } from '#contract/account-profile.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from './password-field.tsx'
import { FormEnd } from '../profile-parts.tsx'
import { useAct } from '../use-act.ts'

/** The password again, before something that a session left open should not be enough for. */
export function PasswordAgain({
  act,
  fails,
  action,
  busyAction,
  onCancel,
}: {
  act: (password: { currentPassword: string }) => Promise<void>
  fails: string
  action: string
  busyAction: string
  onCancel: () => void
}) {
  const form = useForm({ resolver: zodResolver(startEnrolment.body), defaultValues: { currentPassword: '' } })
  const { onSubmit, fault, busy } = useAct(form, { 'wrong-password': 'currentPassword' }, act)
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {fault === null ? null : (
        <Notice tone="bad" title={fails}>
          {fault}
        </Notice>
      )}
      <PasswordField
        {...form.register('currentPassword')}
        label="Your password"
        autoComplete="current-password"
        error={form.formState.errors.currentPassword?.message}
      />
      <FormEnd busy={busy} action={action} busyAction={busyAction} onCancel={onCancel} />
    </form>
  )
}
