import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { Candidate, matchBankLine } from '#contract/payments/transfers.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import { forbidden, notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { accounts } from '../money-accounts.ts'
import { moneyChanged } from '../money-changed.ts'
import { recordTransfer } from '../money-ledger.ts'
import { payableFor } from '../payable.ts'
import type { PaymentRow } from '../payment.ts'
import { WHAT_CREDIT_IS } from './ask-credit-back.ts'
import { lineById, lockLine, setReturned, type BankLineRow } from './store.ts'
import { transferFor } from './transfer-for.ts'
import { useLine } from './use-line.ts'

type Target = BodyOf<typeof matchBankLine>

/** A cashier matches a transfer to what it pays. Any excess stays on the line as the person's credit. */
export async function matchLine(
  app: App,
  actorId: string,
  lineId: string,
  target: Target,
): Promise<BankLineRow | Refusal> {
  // Four-eyes rule, as for refunds: no one decides that a transfer is their own money.
  if (target.accountId === actorId) throw forbidden('You can’t match a transfer to yourself. Ask a colleague.')
  const done = await app.db.transaction().execute(async (trx) => {
    const line = await lockLine(trx, lineId)
    if (line.kind === 'out')
      return refuse('line-outgoing', 'This money left the account, so it can’t pay for anything here.')
    if (line.remaining === 0) return refuse('line-used', 'This transfer is already fully used.')
    if (line.account_id !== null && line.account_id !== target.accountId) {
      return refuse('other-person', 'The rest of this transfer is another person’s credit.')
    }
    // Of two cashiers who pay one item, the second reads what the first has left of it.
    if (typeof target.subjectId === 'string') await payableFor(app, target).lock?.(trx, target.subjectId)
    const payment = await transferFor(app, trx, target)
    if (payment instanceof Refusal) return payment
    if (payment.currency !== line.currency) return refuse('wrong-currency', `This must be paid in ${payment.currency}.`)
    const { settled } = await useLine(app, trx, line, payment.id)
    const used = (await lineById(trx, lineId))!
    const before = { remaining: line.remaining, hint: line.hint }
    const after = { paymentId: payment.id, accountId: target.accountId, remaining: used.remaining }
    await audit(trx, { actorId, action: 'match-transfer', subjectKind: 'bank-line', subjectId: lineId, before, after })
    return { used, settled }
  })
  if (done instanceof Refusal) return done
  publishSettled(app, done.settled)
  return done.used
}

/** After a commit that changed payments of a transfer: notifies their features and sends messages. */
export function publishSettled(app: App, payments: readonly PaymentRow[]): void {
  for (const payment of payments) app.extensions.payables.get(payment.purpose)?.settled?.(payment)
  app.outbox.nudge()
}

/** A cashier has returned the rest of a transfer from the bank account. */
export async function returnLine(
  app: App,
  actorId: string,
  lineId: string,
  reason: string,
): Promise<BankLineRow | Refusal> {
  return app.db.transaction().execute(async (trx) => {
    const line = await lockLine(trx, lineId)
    if (line.account_id === actorId) throw forbidden('You can’t send a refund to yourself. Ask a colleague.')
    if (line.remaining === 0) return refuse('line-used', 'This transfer is already fully used.')
    await recordTransfer(trx, {
      key: `line-return:${line.id}`,
      memo: 'Transfer sent back',
      currency: line.currency,
      entries: [
        {
          account: line.account_id === null ? accounts.unmatched : accounts.credit(line.account_id),
          amount: line.remaining,
        },
        { account: accounts.provider('transfer'), amount: -line.remaining },
      ],
    })
    await setReturned(trx, lineId)
    if (line.account_id !== null) {
      const facts = { amount: line.remaining, currency: line.currency, what: WHAT_CREDIT_IS, reason }
      const [accountId, key] = [line.account_id, `credit-sent:${line.id}`]
      await notify(app, trx, {
        kind: 'refund-sent',
        accountId,
        key,
        facts: { ...facts, invoiceId: null, membershipEnded: false },
      })
      await moneyChanged(trx, accountId)
    }
    const before = { remaining: line.remaining, accountId: line.account_id }
    await audit(trx, {
      actorId,
      action: 'return-transfer',
      subjectKind: 'bank-line',
      subjectId: lineId,
      before,
      reason,
    })
    return (await lineById(trx, lineId))!
  })
}

/** What a transfer could pay: items that match the typed words, else the payer's name; the same amount first. */
export async function candidatesFor(app: App, lineId: string, typed: string): Promise<Candidate[]> {
  const line = await lineById(app.db, lineId)
  if (line === null) throw notFound('this transfer')
  const words = typed.trim() === '' ? surname(line.payer_name) : typed.trim()
  return nearestFirst(line, (await owedBy(app, [words])).get(words))
}

/** For each line, what its remaining money is most likely for; null: nothing fits, or nothing remains to match. */
export async function suggestionsFor(app: App, lines: readonly BankLineRow[]): Promise<(Candidate | null)[]> {
  const isOpen = (line: BankLineRow) => line.kind === 'in' && line.remaining > 0 && line.pay_back_asked_at === null
  const names = lines.filter(isOpen).map((line) => surname(line.payer_name))
  const owed = await owedBy(app, [...new Set(names)])
  return lines.map((line) => {
    if (!isOpen(line)) return null
    const fits = ({ accountId, currency }: Candidate) =>
      currency === line.currency && (line.account_id === null || line.account_id === accountId)
    return nearestFirst(line, owed.get(surname(line.payer_name))).find(fits) ?? null
  })
}

/** Owed items that match each of these words: one read for every purpose. */
async function owedBy(app: App, words: string[]): Promise<Map<string, Candidate[]>> {
  const found = new Map<string, Candidate[]>()
  const typed = words.filter((word) => word !== '')
  if (typed.length === 0) return found
  for (const [purpose, payable] of app.extensions.payables) {
    const owed = (await payable.owed?.(app.db, typed)) ?? []
    for (const { typed: word, ...one } of owed) found.set(word, [...(found.get(word) ?? []), { ...one, purpose }])
  }
  return found
}

function nearestFirst({ remaining }: BankLineRow, candidates: readonly Candidate[] = []): Candidate[] {
  const distance = ({ amount }: Candidate) => Math.abs(amount - remaining)
  return candidates.toSorted((a, b) => distance(a) - distance(b))
}

/** The longest word of a payer's name: banks reorder names and add titles. */
function surname(name: string): string {
  return name.split(/[\s,.]+/).reduce((longest, word) => (word.length > longest.length ? word : longest), '')
}
