import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listStaff, resendInvitation, type StaffMember, withdrawInvitation } from '#contract/accounts/staff.ts'
import { paths } from '#web/paths.ts'
import { useCall } from '#web/platform/forms/use-action.ts'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmedAction } from '#web/ui/confirm-dialog.tsx'
import { Danger } from '#web/ui/danger.tsx'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { toast } from '#web/ui/toast.tsx'
import { InviteStaff } from './invite-staff.tsx'
import { plural, t } from '#web/platform/language/text.ts'

/** The team: who is on it, in which roles, and who is invited. A press opens a colleague. */
export default function AdminStaff() {
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <AdminListScreen
        list={listStaff}
        title={t`Staff`}
        count={(total) => plural(total, { one: '# person', other: '# people' })}
        empty={{ title: t`No staff yet` }}
        href={({ id, name }) => (name === null ? null : paths.adminPage(`people/${id}`))}
        buttons={<Button size="sm" onClick={() => setInviting(true)}>{t`Invite person`}</Button>}
        actions={{
          label: t`Invitation`,
          of: (member) => (member.name === null ? <InvitationActions invitation={member} /> : null),
        }}
      />
      {isInviting ? <InviteStaff onClose={() => setInviting(false)} /> : null}
    </>
  )
}

function InvitationActions({ invitation: { id, email } }: { invitation: StaffMember }) {
  const client = useQueryClient()
  const resend = useCall(resendInvitation, 'once')
  const withdraw = useCall(withdrawInvitation, 'once')
  const params = { invitationId: id }
  const readAgain = () => client.invalidateQueries({ queryKey: [listStaff.path] })
  const { run, busy } = useSingleFlight(async () => {
    try {
      await resend({ params })
      toast({ title: t`Invitation sent`, description: email })
    } catch (failure) {
      toast({ title: t`Nothing was changed`, description: failureMessage(failure), variant: 'destructive' })
    }
    await readAgain()
  })
  return (
    <div className="flex justify-end gap-2">
      <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run()}>{t`Resend`}</Button>
      <Danger>
        <ConfirmedAction
          label={t`Withdraw`}
          title={t`Withdraw the invitation of ${email}?`}
          words={t`The link in their email stops working. You can invite them again.`}
          action={t`Withdraw invitation`}
          variant="destructive"
          onAction={async () => {
            await withdraw({ params })
            toast({ title: t`Invitation withdrawn`, description: email })
            await readAgain()
          }}
        />
      </Danger>
    </div>
  )
}
