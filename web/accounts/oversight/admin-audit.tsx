import { Link } from 'wouter'
import { labelOfFact } from '#contract/accounts/audit-facts.ts'
import { type AuditRow, listAudit } from '#contract/accounts/oversight.ts'
import { labelOfAction } from '#contract/platform/audit-words.ts'
import { paths } from '#web/paths.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { dateLocale } from '#web/platform/language/language.ts'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { plural, t, translated } from '#web/platform/language/text.ts'

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
        action: data?.actions.map((action) => [action, translated(labelOfAction(action))] as const),
        subject: data?.subjects.map((subject) => [subject, translated(labelOfFact(subject))] as const),
      })}
      cells={{
        at: ({ at }) => instants.format(at).replaceAll('\u202f', ' '),
        sentence: (row) => <Sentence row={row} />,
      }}
    />
  )
}

/** The sentence, with its subject as a link to its page. */
function Sentence({ row }: { row: AuditRow }) {
  const { subjectName, by } = row
  const sentence = translated(row.sentence)
  const to = pageOf(row)
  const start = subjectName === null || to === null ? -1 : sentence.indexOf(subjectName, by?.length ?? 0)
  if (start < 0 || subjectName === null || to === null) return sentence
  return (
    <>
      {sentence.slice(0, start)}
      <Link href={to} className="underline decoration-line underline-offset-4 hover:decoration-ink">
        {subjectName}
      </Link>
      {sentence.slice(start + subjectName.length)}
    </>
  )
}

/** The page of what a line is about; null: it has none. */
function pageOf({ subjectKind, subjectId, subjectNumber }: AuditRow): string | null {
  switch (subjectKind) {
    case 'account':
      return paths.adminPage(`people/${subjectId}`)
    case 'auction':
      return paths.adminPage(`auctions/${subjectId}`)
    case 'content':
      return paths.adminPage(`content/${subjectId}`)
    case 'invoice':
      return paths.adminPage(`invoices/${subjectId}`)
    case 'lot':
      return subjectNumber === null ? null : paths.lot(Number(subjectNumber))
    case 'question':
      return subjectNumber === null ? null : `${paths.adminPage('questions')}?q=${subjectNumber}`
    case 'newsletter':
      return paths.adminPage(`newsletters/${subjectId}`)
    case 'photo':
      return subjectNumber === null ? null : paths.adminPhotos(subjectNumber)
    case 'payout':
      return paths.adminPage(`payouts/${subjectId}`)
    case 'seller':
      return paths.adminPage(`sellers/${subjectId}`)
    case 'ticket':
      return paths.adminTicket(subjectId)
    case 'vehicle':
      return paths.adminPage(`vehicles/${subjectId}`)
    case 'vehicle-import':
      return paths.adminPage(`import/${subjectId}`)
    default:
      return null
  }
}
