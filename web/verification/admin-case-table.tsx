import { CASE_STATE_WORDS, listVerifications } from '#contract/verification/verification.ts'
import { AdminTable } from '#web/ui/list/admin-table.tsx'
import type { useAdminList } from '#web/ui/list/use-admin-list.ts'
import { countryName } from '#web/accounts/profile/countries.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { formatAge } from '#web/platform/time.ts'
import type { Case, CaseState } from './case-words.ts'
import { locale } from '#web/platform/language/language.ts'
import { t, translated } from '#web/platform/language/text.ts'

/** One row per document; waiting ones with their age, decided ones with who and when. */
export function CaseTable({
  cases,
  state,
  queue,
  chosen,
  onChoose,
}: {
  cases: readonly Case[]
  state: CaseState
  queue: ReturnType<typeof useAdminList<typeof listVerifications>>
  chosen: Case | null
  onChoose: (one: Case) => void
}) {
  const now = useServerNow(null)
  const status = translated(CASE_STATE_WORDS[state])
  return (
    <>
      <p className="mb-2 text-sm text-slate" role="status">
        {status}: {(queue.data?.total ?? 0).toLocaleString(locale)}
      </p>
      <AdminTable
        list={listVerifications}
        caption={t`Documents: ${status}`}
        items={cases}
        sorting={queue.sorting}
        onSort={queue.filter.set}
        without={state === 'submitted' ? ['decided', 'reviewer'] : ['submitted']}
        isCurrent={({ id }) => id === chosen?.id}
        cells={{
          person: (one) => <PersonCell one={one} isChosen={one.id === chosen?.id} onChoose={onChoose} />,
          country: ({ country }) => countryName(country),
          submitted: ({ submittedAt }) => formatAge(now - submittedAt),
        }}
      />
    </>
  )
}

function PersonCell({ one, isChosen, onChoose }: { one: Case; isChosen: boolean; onChoose: (one: Case) => void }) {
  return (
    <>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={() => onChoose(one)}
        className="min-h-9 text-left font-semibold underline decoration-line underline-offset-4 aria-pressed:decoration-ink pointer-coarse:min-h-11"
      >
        {one.name}
      </button>
      {one.shared.length === 0 ? null : (
        <span className="block text-xs font-semibold text-outbid">{t`Shared with another account`}</span>
      )}
    </>
  )
}
