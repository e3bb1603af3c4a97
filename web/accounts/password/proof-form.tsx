import { t } from '#web/platform/language/text.ts'
import { zodResolver } from '#web/platform/forms/schema-resolver.ts'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { PasswordAndCode } from '#contract/accounts/account-inputs.ts'
import { Notice } from '#web/ui/notice.tsx'
import { CodeField } from '../code-field.tsx'
import { PasswordField } from './password-field.tsx'
import { FormEnd } from '../profile-parts.tsx'
import { useAction } from '#web/platform/forms/use-action.ts'

type Proof = z.infer<typeof PasswordAndCode>

/** Password and code again, before something serious. `fails`: the headline if nothing was changed. */
export function ProofForm({
  run,
  fails,
  action,
  busyAction,
  destructive = false,
  onCancel,
  children,
}: {
  run: (proof: Proof) => Promise<void>
  fails: string
  action: string
  busyAction: string
  destructive?: boolean
  onCancel: () => void
  children: ReactNode
}) {
  const form = useForm({
    resolver: zodResolver(PasswordAndCode),
    defaultValues: { currentPassword: '', code: '' },
  })
  const fields = { 'wrong-password': 'currentPassword', 'wrong-code': 'code' } as const
  const { onSubmit, fault, busy } = useAction(form, fields, run)
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {fault === null ? null : (
        <Notice tone="bad" title={fails}>
          {fault}
        </Notice>
      )}
      <p>{children}</p>
      <PasswordField
        {...form.register('currentPassword')}
        label={t`Your password`}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
      />
      <CodeField {...form.register('code')} error={errors.code?.message} />
      <FormEnd busy={busy} action={action} busyAction={busyAction} destructive={destructive} onCancel={onCancel} />
    </form>
  )
}
