import { listAudit } from '#contract/accounts/oversight.ts'
import { labelOfSubject } from '#contract/platform/audit-subjects.ts'
import { labelOfAction } from '#contract/platform/audit-words.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { dateLocale } from '#web/platform/language/language.ts'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { AuditSentence, say } from './sentence-with-links.tsx'
import { pageOfSubject } from './page-of-subject.ts'
import { plural, t } from '#web/platform/language/text.ts'

const INSTANT = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

/** Who did what, in words. Search, filters, order and page are in the URL. */
export default function AdminAudit() {
  const timeZone = useCompanyTerms()?.timeZone ?? 'UTC'
  const instants = new Intl.DateTimeFormat(dateLocale, { ...INSTANT, timeZone })
  return (
    <AdminListScreen
      list={listAudit}
      title={t`Audit log`}
      count={(total) => plural(total, { one: '# action', other: '# actions' })}
      intro={t`Every staff action, opened ticket and view of an identity document. Entries can’t be changed. Times are in ${timeZone.replaceAll('_', ' ')}.`}
      empty={{ title: t`Nothing yet` }}
      codes={(data) => ({
        action: data?.actions.map((action) => [action, labelOfAction(action, say)] as const),
        subject: data?.subjects.map((subject) => [subject, labelOfSubject(subject, say)] as const),
      })}
      cells={{
        at: ({ at }) => inTwoLines(instants.format(at)),
        sentence: (row) => <AuditSentence line={row} timeZone={timeZone} to={pageOfSubject(row)} />,
      }}
    />
  )
}

/** A narrow column breaks between the day and the time, and nowhere else. */
function inTwoLines(instant: string): string {
  return instant.replaceAll(/\s/g, '\u00a0').replace(/,\u00a0([^,]*)$/, ', $1')
}
