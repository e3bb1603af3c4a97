import { zodResolver } from '#web/platform/forms/schema-resolver.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import type { AccountDetail } from '#contract/accounts/account-staff.ts'
import { changeRoles, listStaff, RolesChange } from '#contract/accounts/staff.ts'
import { STAFF_ROLES } from '#contract/platform/access-levels.ts'
import { useAction, useCall } from '#web/platform/forms/use-action.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogSubmit } from '#web/ui/dialog-submit.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PEOPLE_KEY } from './admin-accounts.ts'
import { RoleChoice } from './role-choice.tsx'
import { t } from '#web/platform/language/text.ts'

/** Gives a colleague other roles, effective with their next request. */
export function ChangeRoles({ one, onClose }: { one: AccountDetail; onClose: () => void }) {
  const client = useQueryClient()
  const send = useCall(changeRoles, 'once')
  const held = [one.role, ...one.moreRoles]
  const form = useForm({
    resolver: zodResolver(RolesChange),
    defaultValues: { roles: STAFF_ROLES.filter((role) => held.includes(role)), reason: '' },
  })
  const { onSubmit, fault, busy } = useAction(form, {}, async (body) => {
    await send({ params: { accountId: one.id }, body })
    await Promise.all([PEOPLE_KEY, listStaff.path].map((key) => client.invalidateQueries({ queryKey: [key] })))
    toast({ title: t`Roles changed` })
    onClose()
  })
  const { errors } = form.formState
  return (
    <Dialog onClose={onClose} title={t`Roles of ${one.name}`} description={t`Effective immediately.`}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        {fault === null ? null : (
          <Notice tone="bad" title={t`Nothing was changed`}>
            {fault}
          </Notice>
        )}
        <Controller
          control={form.control}
          name="roles"
          render={({ field }) => (
            <RoleChoice roles={field.value} onChange={field.onChange} error={errors.roles?.message} />
          )}
        />
        <Field label={t`Reason`} hint={t`Kept in the audit log.`} error={errors.reason?.message}>
          <Textarea {...form.register('reason')} rows={2} maxLength={300} />
        </Field>
        <DialogSubmit busy={busy}>{busy ? t`Changing` : t`Change roles`}</DialogSubmit>
      </form>
    </Dialog>
  )
}
