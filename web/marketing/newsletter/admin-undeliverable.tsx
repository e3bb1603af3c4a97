import { listUndeliverable } from '#contract/marketing/newsletters.ts'
import { paths } from '#web/paths.ts'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { plural, t, translated } from '#web/platform/language/text.ts'

/** Addresses that newsletters no longer go to. */
export default function AdminUndeliverable() {
  return (
    <>
      <BackLink href={paths.adminPage('newsletters')}>{t`Newsletters`}</BackLink>
      <AdminListScreen
        list={listUndeliverable}
        title={t`Undeliverable emails`}
        count={(total) => plural(total, { one: '# address', other: '# addresses' })}
        intro={t`A mail server refused these addresses for good. Members can retry by turning the newsletter off and on.`}
        cells={{ reason: ({ reason }) => translated(reason) }}
        empty={{ title: t`No undeliverable emails`, text: t`Addresses that bounce appear here.` }}
      />
    </>
  )
}
