import { useLocation } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import { listSellers } from '#contract/sellers/sellers.ts'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { plural, t, translated } from '#web/platform/language/text.ts'

/** Everyone we sell for. */
export default function AdminSellers() {
  const [, go] = useLocation()
  const { user } = useUser()
  return (
    <AdminListScreen
      list={listSellers}
      title={t`Sellers`}
      count={(total) => plural(total, { one: '# seller', other: '# sellers' })}
      empty={{ title: t`No sellers yet`, text: t`Add the people and companies whose vehicles you sell.` }}
      href={({ id }) => paths.adminPage(`sellers/${id}`)}
      cells={{ bank: ({ bank }) => translated(bank ?? '') }}
      buttons={
        accessDenial(user, 'auctioneer') === null ? (
          <Button
            size="sm"
            onClick={() => go(paths.adminPage(`sellers/${crypto.randomUUID()}`))}
          >{t`Add seller`}</Button>
        ) : null
      }
    />
  )
}
