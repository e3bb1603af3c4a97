import { listAccounts } from '#contract/accounts/account-staff.ts'
import { paths } from '#web/paths.ts'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'

/** People by name, email or paddle and by state; a press opens one of them. */
export default function AdminPeople() {
  return (
    <AdminListScreen
      list={listAccounts}
      title="People"
      one="person"
      many="people"
      empty={{ title: 'No people yet' }}
      href={({ id }) => paths.adminPage(`people/${id}`)}
      cells={{
        account: ({ accountStatus }) =>
          accountStatus === 'active' ? (
            accountStatus
          ) : (
            <span className="font-semibold text-outbid">{accountStatus}</span>
          ),
      }}
    />
  )
}
