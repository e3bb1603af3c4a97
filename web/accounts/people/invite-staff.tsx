import { zodResolver } from '#web/platform/forms/schema-resolver.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { inviteStaff, listStaff, StaffInvitation } from '#contract/accounts/staff.ts'
import { useAction, useCall } from '#web/platform/forms/use-action.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogSubmit } from '#web/ui/dialog-submit.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RoleChoice } from './role-choice.tsx'
import { t } from '#web/platform/language/text.ts'

/** Invites a person to the team. */
export function InviteStaff({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const send = useCall(inviteStaff, 'once')
  const form = useForm({ resolver: zodResolver(StaffInvitation), defaultValues: { email: '', roles: [] } })
  const fields = { 'address-taken': 'email', 'already-invited': 'email' } as const
  const { onSubmit, fault, busy } = useAction(form, fields, async (body) => {
    await send({ body })
    await client.invalidateQueries({ queryKey: [listStaff.path] })
    toast({ title: t`Invitation sent`, description: t`We emailed a link to ${body.email}.` })
    onClose()
  })
  const { errors } = form.formState
  return (
    <Dialog
      onClose={onClose}
      title={t`Invite to the team`}
      description={t`We email a link that works once, for 7 days. They choose a password and set up two-factor authentication.`}
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        {fault === null ? null : (
          <Notice tone="bad" title={t`Nothing was sent`}>
            {fault}
          </Notice>
        )}
        <Field label={t`Email`} error={errors.email?.message}>
          <Input {...form.register('email')} type="email" autoComplete="off" inputMode="email" />
        </Field>
        <Controller
          control={form.control}
          name="roles"
          render={({ field }) => (
            <RoleChoice roles={field.value} onChange={field.onChange} error={errors.roles?.message} />
          )}
        />
        <DialogSubmit busy={busy}>{busy ? t`Sending` : t`Send invitation`}</DialogSubmit>
      </form>
    </Dialog>
  )
}
