import type { CASE_SORTS } from '#contract/verification.ts'
import { countryName } from '#web/accounts/profile/countries.ts'
import { SortHead } from '#web/accounts/lists/admin-list.tsx'
import type { Sorting, UrlFilter } from '#web/accounts/lists/use-url-filter.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { formatDuration, formatInstant } from '#web/platform/time.ts'
import { Table } from '#web/ui/table.tsx'
import { type Case, type CaseState, STATE_NAMES } from './case-words.ts'
import { KIND_NAMES } from './document-file.ts'

/** One line a document; waiting ones with their age, decided ones with who and when. */
export function CaseTable({
  cases,
  state,
  total,
  chosen,
  onChoose,
  sorting,
  onSort,
}: {
  cases: readonly Case[]
  state: CaseState
  total: number
  chosen: Case | null
  onChoose: (one: Case) => void
} & CaseSorting) {
  const now = useServerNow(null)
  const isWaiting = state === 'submitted'
  return (
    <>
      <p className="mb-2 text-sm text-slate" role="status">
        {STATE_NAMES[state]}: {total}
      </p>
      <Table caption={`Documents: ${STATE_NAMES[state]}`} dense className="relative [&_td]:align-middle!">
        <thead>
          <Heads isWaiting={isWaiting} sorting={sorting} onSort={onSort} />
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
                {one.shared.length === 0 ? null : (
                  <span className="block text-xs font-semibold text-outbid">Shared with another account</span>
                )}
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

type CaseSorting = { sorting: Sorting<(typeof CASE_SORTS)[number]>; onSort: UrlFilter['set'] }

function Heads({ isWaiting, sorting, onSort }: CaseSorting & { isWaiting: boolean }) {
  const head = (by: (typeof CASE_SORTS)[number], words: string) => (
    <SortHead by={by} sorting={sorting} onSort={onSort}>
      {words}
    </SortHead>
  )
  return (
    <tr>
      {head('person', 'Name')}
      {head('country', 'Country')}
      {head('kind', 'Document')}
      {isWaiting ? head('submitted', 'Waiting') : head('decided', 'Decided')}
      {isWaiting ? null : head('reviewer', 'By')}
    </tr>
  )
}
