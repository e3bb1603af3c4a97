import { zodResolver } from '#web/platform/forms/schema-resolver.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { type AccountDetail, correctEmail, EmailCorrection } from '#contract/accounts/account-staff.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogSubmit } from '#web/ui/dialog-submit.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PEOPLE_KEY } from './admin-accounts.ts'
import { useAction, useCall } from '#web/platform/forms/use-action.ts'
import { t } from '#web/platform/language/text.ts'

/** For a person who mistyped their email or lost access to it. Both addresses are notified, and the new one must be confirmed. */
export function CorrectEmail({ one, onClose }: { one: AccountDetail; onClose: () => void }) {
  const client = useQueryClient()
  const send = useCall(correctEmail, 'once')
  const form = useForm({ resolver: zodResolver(EmailCorrection), defaultValues: { email: one.email, reason: '' } })
  const { onSubmit, fault, busy } = useAction(
    form,
    { 'same-address': 'email', 'address-taken': 'email' },
    async (body) => {
      await send({ params: { accountId: one.id }, body })
      await client.invalidateQueries({ queryKey: [PEOPLE_KEY] })
      toast({ title: t`Email changed`, description: t`We sent a confirmation to ${body.email}.` })
      onClose()
    },
  )
  const { errors } = form.formState
  return (
    <Dialog
      onClose={onClose}
      title={t`Change the email of ${one.name}`}
      description={t`The new address must be confirmed before anything can be paid or bid. We notify both addresses.`}
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        {fault === null ? null : (
          <Notice tone="bad" title={t`Nothing was changed`}>
            {fault}
          </Notice>
        )}
        <Field label={t`Email`} error={errors.email?.message}>
          <Input type="email" autoComplete="off" {...form.register('email')} />
        </Field>
        <Field label={t`Reason`} hint={t`Kept in the audit log.`} error={errors.reason?.message}>
          <Textarea {...form.register('reason')} rows={3} maxLength={500} />
        </Field>
        <DialogSubmit busy={busy}>{t`Change email`}</DialogSubmit>
      </form>
    </Dialog>
  )
}
