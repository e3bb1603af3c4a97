import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type BankLine, type Candidate, findCandidates, listBankLines, matchBankLine } from '#contract/transfers.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Says what a transfer is for. */
export function MatchTransfer({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { data } = useQuery({
    queryKey: [findCandidates.path, line.id, q],
    queryFn: ({ signal }) =>
      call(findCandidates, { params: { lineId: line.id }, query: q === '' ? {} : { q } }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
  const { mutateAsync, error } = useMutation({
    mutationFn: ({ accountId, purpose, subjectId }: Candidate) =>
      call(matchBankLine, { params: { lineId: line.id }, body: { accountId, purpose, subjectId } }),
  })
  const { run, busy } = useSingleFlight(async (candidate: Candidate) => {
    if ((await mutateAsync(candidate).catch(() => null)) === null) return
    await client.invalidateQueries({ queryKey: [listBankLines.path] })
    toast({ title: 'The transfer is matched', description: `${candidate.label}, ${candidate.person}` })
    onClose()
  })
  const amount = formatMoney(line.remaining, line.currency, true)
  const items = data?.items ?? []
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={`What are ${amount} for?`}
        description={`${line.payerName} on ${line.bookedOn}: ${line.text || 'no text'}. ${line.hint ?? ''}`}
      >
        {error === null ? null : (
          <div className="mb-4">
            <Notice tone="bad" title="Nothing was matched">
              {wordsOfFailure(error)}
            </Notice>
          </div>
        )}
        <Field label="Name, email or invoice number" hint="Empty: what fits the payer’s name.">
          <Input type="search" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
        <ul className="mt-4 border-b border-line">
          {items.map((candidate) => (
            <li
              key={`${candidate.accountId} ${candidate.subjectId ?? ''}`}
              className="flex items-center justify-between gap-4 border-t border-line py-2"
            >
              <span className="min-w-0 text-sm break-words">
                <span className="font-semibold">
                  {candidate.label}, {formatMoney(candidate.amount, candidate.currency, true)}
                </span>
                <span className="block text-slate">{candidate.person}</span>
              </span>
              <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run(candidate)}>
                Match<span className="sr-only"> {candidate.person}</span>
              </Button>
            </li>
          ))}
        </ul>
        {data !== undefined && items.length === 0 ? (
          <p className="mt-3 text-slate">Nothing that is owed fits. Type a name, an address or a number.</p>
        ) : null}
      </DialogContent>
    </Dialog>
  )
}
