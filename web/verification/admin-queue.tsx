import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { listVerifications } from '#contract/verification/verification.ts'
import { isPlainKey } from '#web/ui/plain-key.ts'
import { Paging } from '#web/ui/list/list-controls.tsx'
import { ListFilters, ListTitle } from '#web/ui/list/admin-list-screen.tsx'
import { ReadList } from '#web/ui/list/list-filter.tsx'
import { useAdminList } from '#web/ui/list/use-admin-list.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CaseView } from './admin-case.tsx'
import { CaseTable } from './admin-case-table.tsx'
import type { Outcome } from './admin-decision.tsx'
import { type Case, type CaseState, doneWords } from './case-words.ts'
import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** Waiting documents, the oldest first, and decided ones. `J` and `K` move through the list, `R` goes to the reason, `/` to the search. */
export default function AdminQueue() {
  const queue = useAdminList(listVerifications)
  const client = useQueryClient()
  const { state = 'submitted', q = '', shared = '' } = queue.query
  // While the next page or order loads the last one stays; another state is another list.
  const cases = queue.data?.items.every((one) => one.state === state) === true ? queue.data.items : undefined
  const { chosen, choose, isGone } = useChoice(cases ?? [], `${state} ${q} ${shared} ${queue.filter.page}`)
  const reason = useRef<HTMLTextAreaElement>(null)
  useKeys(cases ?? [], chosen, choose, { r: reason })
  const readAgain = () => void client.invalidateQueries({ queryKey: [listVerifications.path] })

  // Another state has other columns to sort by.
  const setFilter = (changes: Record<string, string>) =>
    queue.filter.set('state' in changes ? { ...changes, sort: '', order: '' } : changes)

  function onOutcome(decided: Case, outcome: Outcome) {
    const place = cases?.findIndex((one) => one.id === decided.id) ?? -1
    choose(cases?.[place + 1] ?? cases?.[place - 1] ?? null)
    if ('late' in outcome)
      toast({ title: t`A colleague decided first`, description: outcome.late, variant: 'destructive' })
    else toast({ title: doneWords(outcome.decision, decided.name) })
    readAgain()
  }

  return (
    <>
      <ListTitle list={listVerifications} title={t`Verifications`} query={queue.query} />
      <p className="mt-2 text-sm text-slate">
        <Trans>
          <span className="pointer-coarse:hidden">J/K: next/previous. R: reason. /: search. </span>
          Every view of a document is recorded.
        </Trans>
      </p>
      <ListFilters list={listVerifications} filter={{ ...queue.filter, set: setFilter }} sorting={queue.sorting} />
      <ReadList data={cases} error={queue.error}>
        {(found) =>
          found.length === 0 && chosen === null && queue.filter.page === 1 ? (
            <Nothing state={state} isSearch={q !== '' || shared !== ''} />
          ) : (
            <div className="grid gap-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
              <div>
                <CaseTable cases={found} {...{ state, queue, chosen }} onChoose={choose} />
                <Paging page={queue.filter.page} pages={queue.data?.pages ?? 1} onTurn={queue.filter.turn} />
              </div>
              {chosen === null ? (
                <p className="text-slate">{t`Select a person to see their document.`}</p>
              ) : (
                <CaseView
                  key={chosen.id}
                  one={chosen}
                  isGone={isGone}
                  reason={reason}
                  onOutcome={(outcome) => onOutcome(chosen, outcome)}
                  onMatch={readAgain}
                />
              )}
            </div>
          )
        }
      </ReadList>
    </>
  )
}

function Nothing({ state, isSearch }: { state: CaseState; isSearch: boolean }) {
  if (isSearch) return <EmptyState title={t`No people match`}>{t`Try part of a name or email.`}</EmptyState>
  if (state === 'submitted')
    return <EmptyState title={t`No documents waiting`}>{t`New documents appear here automatically.`}</EmptyState>
  return <EmptyState title={t`No documents`}>{t`No documents have this status.`}</EmptyState>
}

/** The chosen case stays on the screen when it leaves the list, so that no one silently loses what they are viewing. */
function useChoice(cases: readonly Case[], asked: string) {
  const [held, setHeld] = useState<Case | null>(null)
  const [heldOf, setHeldOf] = useState(asked)
  if (heldOf !== asked) {
    setHeldOf(asked)
    setHeld(null)
  }
  const listed = cases.find((one) => one.id === held?.id)
  return { chosen: listed ?? held, choose: setHeld, isGone: held !== null && listed === undefined }
}

function useKeys(
  cases: readonly Case[],
  chosen: Case | null,
  choose: (one: Case) => void,
  fields: Record<string, RefObject<HTMLElement | null>>,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPlainKey(event)) return
      const key = event.key.toLowerCase()
      const place = cases.findIndex((one) => one.id === chosen?.id)
      const next = key === 'j' ? cases[place + 1] : key === 'k' ? cases[place - 1] : undefined
      if (next !== undefined) choose(next)
      const field = fields[key]?.current
      if (field != null) {
        event.preventDefault()
        field.focus()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
