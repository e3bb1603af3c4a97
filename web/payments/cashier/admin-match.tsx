import { useDeferredValue, useState } from 'react'
import { type BankLine, findCandidates } from '#contract/payments/transfers.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { formatExactMoney } from '#web/platform/money.ts'
import { useRead } from '#web/platform/use-read.ts'
import { formatDate } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { useMatch } from './use-match.ts'
import { t, translated } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** Assigns a transfer to what it pays for. */
export function MatchTransfer({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { data } = useRead(
    findCandidates,
    { params: { lineId: line.id }, query: q === '' ? {} : { q } },
    { placeholderData: (held) => held },
  )
  const { run, busy, error } = useMatch(line)
  const amount = formatExactMoney(line.remaining, line.currency)
  const items = data?.items ?? []
  const text = line.text || t`no text`
  const origin = t`${line.payerName} on ${formatDate(line.bookedOn)}: ${text}.`
  return (
    <Dialog
      onClose={onClose}
      title={t`What is ${amount} for?`}
      description={line.hint === null ? origin : `${origin} ${translated(line.hint)}`}
    >
      {error === null ? null : (
        <div className="mb-4">
          <RequestFailed title={t`Nothing was matched`} failure={error} />
        </div>
      )}
      <Field label={t`Search`} hint={t`Name, email or invoice number. Leave empty for matches by the payer’s name.`}>
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
                {translated(candidate.label)}, {formatExactMoney(candidate.amount, candidate.currency)}
              </span>
              <span className="block text-slate">{candidate.person}</span>
            </span>
            <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run(candidate, onClose)}>
              <Trans>
                Match<span className="sr-only"> {candidate.person}</span>
              </Trans>
            </Button>
          </li>
        ))}
      </ul>
      {data !== undefined && items.length === 0 ? (
        <p className="mt-3 text-slate">{t`No open amount matches. Enter a name, email or invoice number.`}</p>
      ) : null}
    </Dialog>
  )
}
