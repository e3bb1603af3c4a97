import { Link } from 'wouter'
import { type AuditRow, listAudit } from '#contract/accounts/oversight.ts'
import { paths } from '#web/paths.ts'
import { formatExactly } from '#web/ui/list/admin-list.tsx'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'

/** Who did what. Search, filters, order and page are in the URL. */
export default function AdminAudit() {
  return (
    <AdminListScreen
      list={listAudit}
      title="Audit log"
      one="action"
      many="actions"
      intro="Every staff action, opened ticket and view of an identity document. Entries can’t be changed."
      empty={{ title: 'Nothing yet' }}
      codes={(data) => ({ action: data?.actions.map(named), subject: data?.subjects.map(named) })}
      cells={{
        at: ({ at }) => formatExactly(at),
        by: ({ by, action }) => by ?? (action === 'open-ticket' ? 'Visitor' : 'Unknown'),
        action: ({ action }) => <strong>{inWords(action)}</strong>,
        subject: (row) => <Subject row={row} />,
        before: ({ before }) => <Facts facts={before} />,
        after: ({ after }) => <Facts facts={after} />,
      }}
    />
  )
}

const named = (code: string) => [code, inWords(code)] as const

const ID = /^[0-9a-f-]{36}$/

/** Where a subject has a page of its own. */
const FOLDERS: Record<string, string> = { account: 'people', ticket: 'tickets' }

function Subject({ row: { subjectKind, subjectId } }: { row: AuditRow }) {
  const folder = FOLDERS[subjectKind]
  if (folder !== undefined && ID.test(subjectId))
    return (
      <Link
        href={paths.adminPage(`${folder}/${subjectId}`)}
        className="inline-flex min-h-9 items-center underline decoration-line underline-offset-4 hover:decoration-ink pointer-coarse:min-h-11"
      >
        {inWords(subjectKind)} …{subjectId.slice(-6)}
      </Link>
    )
  return (
    <span title={subjectId}>
      {inWords(subjectKind)} {subjectId.length > 14 ? `…${subjectId.slice(-6)}` : subjectId}
    </span>
  )
}

function Facts({ facts }: { facts: AuditRow['before'] }) {
  if (facts === null) return <span className="text-slate">–</span>
  return (
    // Side by side: one fact per line would make a page of actions twelve screens long.
    <dl className="w-64">
      {Object.entries(facts).map(([name, value]) => (
        <div key={name} className="mr-3 inline-block max-w-full">
          <dt className="inline text-slate">{name}</dt> <dd className="inline break-words">{valueWords(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function valueWords(value: unknown): string {
  if (value === null) return 'none'
  if (typeof value !== 'string') return JSON.stringify(value)
  return ID.test(value) ? `…${value.slice(-6)}` : value
}

/** `change-account` as readable text. */
function inWords(name: string): string {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
