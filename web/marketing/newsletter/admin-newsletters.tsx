import { Link, useLocation } from 'wouter'
import { listNewsletters } from '#contract/marketing/newsletters.ts'
import { paths } from '#web/paths.ts'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { Button } from '#web/ui/button.tsx'

const RELOAD_MS = 5000

/** Newsletters and how far each has been sent. */
export default function AdminNewsletters() {
  const [, go] = useLocation()
  return (
    <AdminListScreen
      list={listNewsletters}
      title="Newsletters"
      one="newsletter"
      many="newsletters"
      everyMs={RELOAD_MS}
      empty={{ title: 'No newsletters yet', text: 'Write one for members who asked for it.' }}
      href={({ id }) => paths.adminPage(`newsletters/${id}`)}
      buttons={
        <>
          <Button asChild variant="outline" size="sm">
            <Link href={paths.adminPage('undeliverable-emails')}>Undeliverable emails</Link>
          </Button>
          <Button size="sm" onClick={() => go(paths.adminPage(`newsletters/${crypto.randomUUID()}`))}>
            Write newsletter
          </Button>
        </>
      }
    />
  )
}
