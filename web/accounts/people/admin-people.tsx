import { Link } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import { ACCOUNT_WORDS, listAccounts } from '#contract/accounts/account-staff.ts'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { plural, t, translated } from '#web/platform/language/text.ts'

/** People by name, email or paddle and by state; a press opens one of them. */
export default function AdminPeople() {
  const { user } = useUser()
  const mayRegister = accessDenial(user, 'reviewer') === null
  return (
    <AdminListScreen
      list={listAccounts}
      title={t`People`}
      count={(total) => plural(total, { one: '# person', other: '# people' })}
      empty={{ title: t`No people yet` }}
      buttons={<Buttons mayRegister={mayRegister} isOwner={user?.role === 'owner'} />}
      href={({ id }) => paths.adminPage(`people/${id}`)}
      cells={{
        account: ({ accountStatus }) => (
          <span className={accountStatus === 'active' ? '' : 'font-semibold text-outbid'}>
            {translated(ACCOUNT_WORDS[accountStatus] ?? accountStatus)}
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
          <Link href={paths.adminPage('people-rules')}>{t`Rules`}</Link>
        </Button>
      ) : null}
      {mayRegister ? (
        <Button asChild size="sm">
          <Link href={paths.adminPage('clients/new')}>{t`Register client`}</Link>
        </Button>
      ) : null}
    </>
  )
}
