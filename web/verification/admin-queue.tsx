import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { listVerifications, type VerificationCase } from '#contract/verification.ts'
import { countryName } from '#web/accounts/countries.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { call } from '#web/platform/request.ts'
import { formatDuration, formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Decision } from './admin-decision.tsx'
import { DocumentView } from './admin-document.tsx'
import { KIND_NAMES, type Side } from './document-file.ts'

type Case = z.infer<typeof VerificationCase>

const QUEUE_KEY = ['/api/admin/verifications', 'submitted'] as const
const EVERY_MS = 30_000

/** Documents that wait, the oldest first. `J` and `K` walk the queue, `R` goes to the reason. */
export default function AdminQueue() {
  const client = useQueryClient()
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: QUEUE_KEY,
    queryFn: ({ signal }) => call(listVerifications, { query: { state: 'submitted' } }, signal),
    staleTime: 0,
    refetchInterval: EVERY_MS,
  })
  const [chosenId, setChosenId] = useState<string | null>(null)
  const reason = useRef<HTMLTextAreaElement>(null)
  const cases = data?.items ?? []
  const chosen = cases.find((one) => one.id === chosenId)
  useQueueKeys(cases, chosenId, setChosenId, reason)

  function onDecided(decided: Case, decision: 'approve' | 'reject') {
    const place = cases.findIndex((one) => one.id === decided.id)
    setChosenId((cases[place + 1] ?? cases[place - 1])?.id ?? null)
    toast({ title: decision === 'approve' ? `${decided.name} is verified` : `${decided.name} is asked again` })
    void client.invalidateQueries({ queryKey: QUEUE_KEY })
  }

  return (
    <>
      <h1 className="text-xl">Verifications</h1>
      <p className="mt-2 text-sm text-slate">
        J and K walk the queue, R goes to the reason. Every view of a document is recorded.
      </p>
      <div className="mt-6">
        {error !== null && data === undefined ? (
          <Notice tone="bad" title="The queue cannot be shown">
            {wordsOfFailure(error)}
          </Notice>
        ) : data === undefined ? (
          <Skeleton className="h-64" />
        ) : cases.length === 0 ? (
          <EmptyState title="Nothing waits">New documents appear here by themselves.</EmptyState>
        ) : (
          <div className="grid gap-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
            <QueueTable cases={cases} now={dataUpdatedAt} chosenId={chosenId} onChoose={setChosenId} />
            {chosen === undefined ? (
              <p className="text-slate">Choose a person to see the document.</p>
            ) : (
              <CaseView
                key={chosen.id}
                one={chosen}
                reason={reason}
                onDecided={(decision) => onDecided(chosen, decision)}
              />
            )}
          </div>
        )}
      </div>
    </>
  )
}

function QueueTable({
  cases,
  now,
  chosenId,
  onChoose,
}: {
  cases: readonly Case[]
  /** When the queue was read, in ms since the epoch. */
  now: number
  chosenId: string | null
  onChoose: (id: string) => void
}) {
  return (
    <Table caption="Documents waiting" dense className="relative [&_td]:align-middle!">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Country</th>
          <th scope="col">Document</th>
          <th scope="col">Waiting</th>
        </tr>
      </thead>
      <tbody>
        {cases.map((one) => (
          <tr key={one.id} className={one.id === chosenId ? 'bg-fog' : undefined}>
            <td>
              <button
                type="button"
                aria-pressed={one.id === chosenId}
                onClick={() => onChoose(one.id)}
                className="min-h-9 text-left font-semibold underline decoration-line underline-offset-4 aria-pressed:decoration-ink pointer-coarse:min-h-11"
              >
                {one.name}
              </button>
            </td>
            <td>{countryName(one.country)}</td>
            <td>{KIND_NAMES[one.kind]}</td>
            <td className="whitespace-nowrap">{formatDuration(now - one.submittedAt)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function CaseView({
  one,
  reason,
  onDecided,
}: {
  one: Case
  reason: RefObject<HTMLTextAreaElement | null>
  onDecided: (decision: 'approve' | 'reject') => void
}) {
  const [side, setSide] = useState<Side>('front')
  return (
    <section aria-label={one.name} className="min-w-0">
      <h2 className="text-lg">{one.name}</h2>
      <p className="text-sm text-slate">
        {one.email}, {countryName(one.country)}. {KIND_NAMES[one.kind]}, received {formatInstant(one.submittedAt)}.
      </p>
      {one.sides.length > 1 ? (
        <div role="group" aria-label="Side" className="mt-3 flex gap-2">
          {one.sides.map((name) => (
            <Button
              key={name}
              size="sm"
              variant={name === side ? 'secondary' : 'outline'}
              aria-pressed={name === side}
              onClick={() => setSide(name)}
            >
              {name === 'front' ? 'Front' : 'Back'}
            </Button>
          ))}
        </div>
      ) : null}
      <div className="mt-3">
        <DocumentView key={side} caseId={one.id} side={side} />
      </div>
      <div className="mt-6">
        <Decision caseId={one.id} reasonField={reason} onDecided={onDecided} />
      </div>
    </section>
  )
}

function useQueueKeys(
  cases: readonly Case[],
  chosenId: string | null,
  choose: (id: string) => void,
  reason: RefObject<HTMLTextAreaElement | null>,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return
      const key = event.key.toLowerCase()
      const place = cases.findIndex((one) => one.id === chosenId)
      const next = key === 'j' ? cases[place + 1] : key === 'k' ? cases[place - 1] : undefined
      if (next !== undefined) choose(next.id)
      if (key === 'r' && reason.current !== null) {
        event.preventDefault()
        reason.current.focus()
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [cases, chosenId, choose, reason])
}
