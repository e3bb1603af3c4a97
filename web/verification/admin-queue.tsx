import { type RefObject, useEffect, useRef, useState } from 'react'
import { CASE_STATES, exportVerifications } from '#contract/verification.ts'
import { ExportButton, Turning } from '#web/accounts/lists/admin-list.tsx'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CaseView } from './admin-case.tsx'
import { CaseTable } from './admin-case-table.tsx'
import type { Outcome } from './admin-decision.tsx'
import { type Case, type CaseState, DONE_WORDS, STATE_NAMES } from './case-words.ts'
import { useQueue } from './use-queue.ts'

/** Documents that wait, the oldest first, and those decided. `J` and `K` walk the list, `R` goes to the reason, `/` to the search. */
export default function AdminQueue() {
  const queue = useQueue()
  const { cases, state } = queue
  const { chosen, choose, isGone } = useChoice(cases ?? [], `${state} ${queue.text} ${queue.sharedOnly} ${queue.page}`)
  const reason = useRef<HTMLTextAreaElement>(null)
  const search = useRef<HTMLInputElement>(null)
  useKeys(cases ?? [], chosen, choose, { r: reason, '/': search })

  function onOutcome(decided: Case, outcome: Outcome) {
    const place = cases?.findIndex((one) => one.id === decided.id) ?? -1
    choose(cases?.[place + 1] ?? cases?.[place - 1] ?? null)
    if ('late' in outcome) toast({ title: 'A colleague was first', description: outcome.late, variant: 'destructive' })
    else toast({ title: `${decided.name} ${DONE_WORDS[outcome.decision]}` })
    queue.readAgain()
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-xl">Verifications</h1>
        <Export state={state} text={queue.text.trim()} sharedOnly={queue.sharedOnly} />
      </div>
      <p className="mt-2 text-sm text-slate">
        <span className="pointer-coarse:hidden">J and K walk the list, R goes to the reason, / to the search. </span>
        Every look at a document is recorded.
      </p>
      <Filters queue={queue} search={search} />
      <div className="mt-6">
        {queue.error !== null && cases === undefined ? (
          <Notice tone="bad" title="The list cannot be shown">
            {wordsOfFailure(queue.error)}
          </Notice>
        ) : cases === undefined ? (
          <Skeleton className="h-64" />
        ) : cases.length === 0 && chosen === null && queue.page === 1 ? (
          <Nothing state={state} isSearch={queue.text !== '' || queue.sharedOnly} />
        ) : (
          <div className="grid gap-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
            <div>
              <CaseTable
                {...{ cases, state, total: queue.total, sorting: queue.sorting }}
                onSort={queue.sortBy}
                chosen={chosen}
                onChoose={choose}
              />
              <Turning page={queue.page} pages={queue.pages} onTurn={queue.turn} />
            </div>
            {chosen === null ? (
              <p className="text-slate">Choose a person to see the document.</p>
            ) : (
              <CaseView
                key={chosen.id}
                one={chosen}
                isGone={isGone}
                reason={reason}
                onOutcome={(outcome) => onOutcome(chosen, outcome)}
                onMatch={queue.readAgain}
              />
            )}
          </div>
        )}
      </div>
    </>
  )
}

function Filters({
  queue: { state, text, sharedOnly, setState, setText, setSharedOnly },
  search,
}: {
  queue: ReturnType<typeof useQueue>
  search: RefObject<HTMLInputElement | null>
}) {
  return (
    <div className="mt-4 flex flex-wrap gap-4">
      <div className="w-52">
        <Field label="Show">
          <Select value={state} onChange={(event) => setState(event.target.value as CaseState)}>
            {CASE_STATES.map((one) => (
              <option key={one} value={one}>
                {STATE_NAMES[one]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="w-72 max-w-full">
        <Field label="Name or email">
          <Input
            ref={search}
            type="search"
            maxLength={100}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      </div>
      <div className="w-72 max-w-full">
        <Field label="Document, card or device">
          <Select value={sharedOnly ? 'only' : ''} onChange={(event) => setSharedOnly(event.target.value === 'only')}>
            <option value="">All</option>
            <option value="only">Shared with another account</option>
          </Select>
        </Field>
      </div>
    </div>
  )
}

function Export({ state, text, sharedOnly }: { state: CaseState; text: string; sharedOnly: boolean }) {
  const query = { state, ...(text === '' ? {} : { search: text }), ...(sharedOnly ? { shared: 'only' as const } : {}) }
  return <ExportButton from={exportVerifications} query={query} name={`verifications-${state}.csv`} />
}

function Nothing({ state, isSearch }: { state: CaseState; isSearch: boolean }) {
  if (isSearch) return <EmptyState title="Nobody matches">Part of a name or an address is enough.</EmptyState>
  if (state === 'submitted')
    return <EmptyState title="Nothing waits">New documents appear here by themselves.</EmptyState>
  return <EmptyState title="Nothing here">No document has come to this.</EmptyState>
}

/** The chosen case stays on the screen when it leaves the list, so that nobody loses what he is looking at without a word. */
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
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return
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
