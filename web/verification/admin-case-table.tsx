import { countryName } from '#web/accounts/countries.ts'
import { formatDuration, formatInstant } from '#web/platform/time.ts'
import { Table } from '#web/ui/table.tsx'
import { type Case, type CaseState, STATE_NAMES } from './case-words.ts'
import { KIND_NAMES } from './document-file.ts'

/** One line a document; waiting ones with their age, decided ones with who and when. */
export function CaseTable({
  cases,
  state,
  total,
  now,
  chosen,
  onChoose,
}: {
  cases: readonly Case[]
  state: CaseState
  total: number
  /** When the list was read, in ms since the epoch. */
  now: number
  chosen: Case | null
  onChoose: (one: Case) => void
}) {
  const isWaiting = state === 'submitted'
  return (
    <>
      <p className="mb-2 text-sm text-slate" role="status">
        {STATE_NAMES[state]}: {total}
      </p>
      <Table caption={`Documents: ${STATE_NAMES[state]}`} dense className="relative [&_td]:align-middle!">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Country</th>
            <th scope="col">Document</th>
            <th scope="col">{isWaiting ? 'Waiting' : 'Decided'}</th>
            {isWaiting ? null : <th scope="col">By</th>}
          </tr>
        </thead>
        <tbody>
          {cases.map((one) => (
            <tr key={one.id} className={one.id === chosen?.id ? 'bg-fog' : undefined}>
              <td>
                <button
                  type="button"
                  aria-pressed={one.id === chosen?.id}
                  onClick={() => onChoose(one)}
                  className="min-h-9 text-left font-semibold underline decoration-line underline-offset-4 aria-pressed:decoration-ink pointer-coarse:min-h-11"
                >
                  {one.name}
                </button>
              </td>
              <td>{countryName(one.country)}</td>
              <td>{KIND_NAMES[one.kind]}</td>
              <td className="whitespace-nowrap">
                {isWaiting
                  ? formatDuration(now - one.submittedAt)
                  : one.decidedAt === null
                    ? '–'
                    : formatInstant(one.decidedAt)}
              </td>
              {isWaiting ? null : <td>{one.decidedBy ?? '–'}</td>}
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}
