import { Link, useLocation } from 'wouter'
import { listNewsletters } from '#contract/marketing/newsletters.ts'
import { paths } from '#web/paths.ts'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { Button } from '#web/ui/button.tsx'
import { plural, t } from '#web/platform/language/text.ts'

const RELOAD_MS = 5000

/** Newsletters and how far each has been sent. */
export default function AdminNewsletters() {
  const [, go] = useLocation()
  return (
    <AdminListScreen
      list={listNewsletters}
      title={t`Newsletters`}
      count={(total) => plural(total, { one: '# newsletter', other: '# newsletters' })}
      everyMs={RELOAD_MS}
      empty={{ title: t`No newsletters yet`, text: t`Write one for members who asked for it.` }}
      href={({ id }) => paths.adminPage(`newsletters/${id}`)}
      buttons={
        <>
          <Button asChild variant="outline" size="sm">
            <Link href={paths.adminPage('undeliverable-emails')}>{t`Undeliverable emails`}</Link>
          </Button>
          <Button
            size="sm"
            onClick={() => go(paths.adminPage(`newsletters/${crypto.randomUUID()}`))}
          >{t`Write newsletter`}</Button>
        </>
      }
    />
  )
}
