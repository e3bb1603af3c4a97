import { useState } from 'react'
import { type BankLine, type Candidate, listBankLines } from '#contract/payments/transfers.ts'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { failureMessage } from '#web/platform/request.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Danger } from '#web/ui/danger.tsx'
import { BankImportPanel } from './admin-import.tsx'
import { MatchTransfer } from './admin-match.tsx'
import { type LineAction, LineActionDialog } from './admin-return.tsx'
import { useMatch } from './use-match.ts'
import { plural, t, translated } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

type Action = { kind: 'match' | LineAction; line: BankLine }

/** Bank transfers: uploads the bank's file, and finds the owners of unmatched ones. */
export default function AdminTransfers() {
  const [action, setAction] = useState<Action | null>(null)
  return (
    <>
      <AdminListScreen
        list={listBankLines}
        title={t`Transfers`}
        count={(total) => plural(total, { one: '# transfer', other: '# transfers' })}
        empty={{ title: t`All transfers are matched`, text: t`Import the bank’s next file when you have it.` }}
        above={() => <BankImportPanel />}
        cells={{
          payer: (line) => <Payer line={line} />,
          remaining: ({ remaining, currency }) => (remaining === 0 ? '' : formatExactMoney(remaining, currency)),
          person: (line) => <Purpose line={line} />,
        }}
        actions={{ label: t`Actions`, of: (line) => <LineActions line={line} onAction={setAction} /> }}
      />
      {action?.kind === 'match' ? <MatchTransfer line={action.line} onClose={() => setAction(null)} /> : null}
      {action === null || action.kind === 'match' ? null : (
        <LineActionDialog line={action.line} action={action.kind} onClose={() => setAction(null)} />
      )}
    </>
  )
}

function Payer({ line }: { line: BankLine }) {
  return (
    <div className="break-words sm:max-w-80 sm:min-w-44">
      <span className="block font-semibold">{line.payerName}</span>
      {line.text === '' ? null : <span className="block">{line.text}</span>}
      <span className="block text-slate">{line.payerAccount}</span>
    </div>
  )
}

function Purpose({ line }: { line: BankLine }) {
  return (
    <div className="break-words sm:max-w-80">
      {line.person === null ? null : <span className="block">{line.person}</span>}
      <span className="block text-slate">
        {line.payBackAskedAt === null
          ? (STATES[line.state] ?? translated(line.hint ?? ''))
          : t`Refund requested: send it from the bank`}
      </span>
      {line.suggestion === null ? null : <Suggestion line={line} suggestion={line.suggestion} />}
    </div>
  )
}

/** What the transfer most likely pays for, and whether its amount is the one owed. */
function Suggestion({ line, suggestion }: { line: BankLine; suggestion: Candidate }) {
  const { label, person, amount, currency } = suggestion
  return (
    <span className="mt-1 block">
      <span className="block font-semibold">{translated(label)}</span>
      <span className="block text-slate">
        {person}; {amount === line.remaining ? t`same amount` : t`${formatExactMoney(amount, currency)} owed`}
      </span>
    </span>
  )
}

function LineActions({ line, onAction }: { line: BankLine; onAction: (action: Action) => void }) {
  const { run, busy, error } = useMatch(line)
  const { suggestion } = line
  const canMatch = line.state === 'to-match' || line.state === 'credit'
  const others = actionsOf(line)
  return (
    <span className="flex flex-col gap-2 sm:items-end">
      <span className="flex flex-wrap gap-2">
        {canMatch && suggestion !== null ? (
          <Button size="sm" aria-disabled={busy} onClick={() => void run(suggestion)}>
            {busy ? (
              <Trans>
                Matching<span className="sr-only"> to {translated(suggestion.label)}</span>
              </Trans>
            ) : (
              <Trans>
                Match<span className="sr-only"> to {translated(suggestion.label)}</span>
              </Trans>
            )}
          </Button>
        ) : null}
        {canMatch ? (
          <Button variant="outline" size="sm" onClick={() => onAction({ kind: 'match', line })}>
            {suggestion === null ? t`Find match` : t`Choose another`}
          </Button>
        ) : null}
      </span>
      {error === null ? null : (
        <span role="alert" className="max-w-56 font-semibold text-outbid">
          {failureMessage(error)}
        </span>
      )}
      <span className="flex flex-wrap gap-2">
        {others.map(([kind, label]) => {
          const button = (
            <Button key={kind} variant="ghost" size="sm" onClick={() => onAction({ kind, line })}>
              {label}
            </Button>
          )
          return kind === 'take-back' ? <Danger key={kind}>{button}</Danger> : button
        })}
      </span>
    </span>
  )
}

/** The text for a line in a state; if there is none, its hint says why it waits. */
const STATES: Partial<Record<BankLine['state'], string>> = {
  credit: t`The rest is credit for this person.`,
  'other-currency': t`Another currency: handle manually.`,
  outgoing: t`Money out`,
  returned: t`Returned`,
  'taken-back': t`Removed from the ledger`,
}

/** What a cashier can do with a line besides matching it. */
function actionsOf({ state, person }: BankLine): [LineAction, string][] {
  const actions: [LineAction, string][] = []
  if (state === 'to-match' || state === 'credit' || state === 'other-currency') actions.push(['return', t`Returned`])
  if (state === 'credit' || (state === 'used' && person !== null)) actions.push(['undo', t`Undo match`])
  if (state === 'to-match' || state === 'other-currency' || state === 'outgoing') actions.push(['take-back', t`Remove`])
  return actions
}
