import { Link } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import { ACCOUNT_WORDS, listAccounts } from '#contract/accounts/account-staff.ts'
import { accountRoleWords } from '#contract/accounts/staff.ts'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'

/** People by name, email or paddle and by state; a press opens one of them. */
export default function AdminPeople() {
  const { user } = useUser()
  const mayRegister = accessDenial(user, 'reviewer') === null
  return (
    <AdminListScreen
      list={listAccounts}
      title="People"
      one="person"
      many="people"
      empty={{ title: 'No people yet' }}
      buttons={<Buttons mayRegister={mayRegister} isOwner={user?.role === 'owner'} />}
      href={({ id }) => paths.adminPage(`people/${id}`)}
      cells={{
        role: ({ role, moreRoles }) => accountRoleWords([role, ...moreRoles]),
        account: ({ accountStatus }) => (
          <span className={accountStatus === 'active' ? '' : 'font-semibold text-outbid'}>
            {ACCOUNT_WORDS[accountStatus]}
          </span>
        ),
      }}
    />
  )
}

function Buttons({ mayRegister, isOwner }: { mayRegister: boolean; isOwner: boolean }) {
  return (
    <>
      {isOwner ? (
        <Button asChild variant="outline" size="sm">
          <Link href={paths.adminPage('people-rules')}>Rules</Link>
        </Button>
      ) : null}
      {mayRegister ? (
        <Button asChild size="sm">
          <Link href={paths.adminPage('clients/new')}>Register client</Link>
        </Button>
      ) : null}
    </>
  )
}
