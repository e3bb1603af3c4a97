import { listUndeliverable } from '#contract/marketing/newsletters.ts'
import { paths } from '#web/paths.ts'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { BackLink } from '#web/ui/back-link.tsx'

/** Addresses that newsletters no longer go to. */
export default function AdminUndeliverable() {
  return (
    <>
      <BackLink href={paths.adminPage('newsletters')}>Newsletters</BackLink>
      <AdminListScreen
        list={listUndeliverable}
        title="Undeliverable emails"
        one="address"
        many="addresses"
        intro="A mail server refused these addresses for good. Members can retry by turning the newsletter off and on."
        empty={{ title: 'No undeliverable emails', text: 'Addresses that bounce appear here.' }}
      />
    </>
  )
}
