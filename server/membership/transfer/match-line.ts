import type { BodyOf } from '#contract/endpoint.ts'
import type { Candidate, matchBankLine } from '#contract/transfers.ts'
import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import { notify } from '#server/platform/notice.ts'
import { notFound, refuse, Refusal } from '#server/platform/problem.ts'
import { accounts } from '../money-accounts.ts'
import { moneyChanged } from '../money-changed.ts'
import { recordTransfer } from '../money-ledger.ts'
import { payablesOf } from '../payable.ts'
import type { PaymentRow } from '../store.ts'
import { lineById, lockLine, setReturned, type BankLineRow } from './store.ts'
import { transferFor } from './transfer-for.ts'
import { useLine } from './use-line.ts'

type Target = BodyOf<typeof matchBankLine>

/** A cashier says what a transfer is for. What it is too much stays the person's credit on the line. */
export async function matchLine(
  house: House,
  actorId: string,
  lineId: string,
  target: Target,
): Promise<BankLineRow | Refusal> {
  const done = await house.db.transaction().execute(async (trx) => {
    const line = await lockLine(trx, lineId)
    if (line.kind === 'out') return refuse('line-outgoing', 'This money left the account. It pays for nothing here.')
    if (line.remaining === 0) return refuse('line-used', 'All of this transfer is used already.')
    if (line.account_id !== null && line.account_id !== target.accountId) {
      return refuse('other-person', 'What is left of this transfer is the credit of another person.')
    }
    const payment = await transferFor(house, trx, target)
    if (payment instanceof Refusal) return payment
    if (payment.currency !== line.currency)
      return refuse('wrong-currency', `This is to be paid in ${payment.currency}.`)
    const { settled } = await useLine(house, trx, line, payment.id)
    const used = (await lineById(trx, lineId))!
    const before = { remaining: line.remaining, hint: line.hint }
    const after = { paymentId: payment.id, accountId: target.accountId, remaining: used.remaining }
    await audit(trx, { actorId, act: 'match-transfer', subjectKind: 'bank-line', subjectId: lineId, before, after })
    return { used, settled }
  })
  if (done instanceof Refusal) return done
  tellSettled(house, done.settled)
  return done.used
}

/** After the commit of what changed payments of a transfer: their rooms are notified, and messages go out. */
export function tellSettled(house: House, payments: readonly PaymentRow[]): void {
  for (const payment of payments) payablesOf(house).get(payment.purpose)?.settled?.(payment)
  house.outbox.nudge()
}

/** A cashier has sent back, from the bank, what is left of a transfer. */
export async function returnLine(
  house: House,
  actorId: string,
  lineId: string,
  reason: string,
): Promise<BankLineRow | Refusal> {
  return house.db.transaction().execute(async (trx) => {
    const line = await lockLine(trx, lineId)
    if (line.remaining === 0) return refuse('line-used', 'All of this transfer is used already.')
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
      const facts = { amount: line.remaining, currency: line.currency, what: 'Your credit', reason }
      const [accountId, key] = [line.account_id, `credit-sent:${line.id}`]
      await notify(house, trx, {
        kind: 'refund-sent',
        accountId,
        key,
        facts: { ...facts, invoiceId: null, membershipEnded: false },
      })
      await moneyChanged(trx, accountId)
    }
    const before = { remaining: line.remaining, accountId: line.account_id }
    await audit(trx, { actorId, act: 'return-transfer', subjectKind: 'bank-line', subjectId: lineId, before, reason })
    return (await lineById(trx, lineId))!
  })
}

/** What a transfer may be for: what fits the words typed, else the payer's name; the same amount first. */
export async function candidatesFor(house: House, lineId: string, typed: string): Promise<Candidate[]> {
  const line = await lineById(house.db, lineId)
  if (line === null) throw notFound('this transfer')
  return candidatesOf(house, line, typed)
}

/** What is left of a line is most likely for this; null: nothing fits, or nothing of it is to be matched. */
export async function suggestionFor(house: House, line: BankLineRow): Promise<Candidate | null> {
  if (line.kind !== 'in' || line.remaining === 0 || line.pay_back_asked_at !== null) return null
  const candidates = await candidatesOf(house, line, '')
  const fits = ({ accountId, currency }: Candidate) =>
    currency === line.currency && (line.account_id === null || line.account_id === accountId)
  return candidates.find(fits) ?? null
}

async function candidatesOf(house: House, line: BankLineRow, typed: string): Promise<Candidate[]> {
  const words = typed.trim() === '' ? surname(line.payer_name) : typed
  if (words === '') return []
  const found: Candidate[] = []
  for (const [purpose, payable] of payablesOf(house)) {
    const owed = (await payable.owed?.(house.db, words)) ?? []
    found.push(...owed.map((one) => ({ ...one, purpose })))
  }
  const distance = ({ amount }: Candidate) => Math.abs(amount - line.remaining)
  return found.toSorted((a, b) => distance(a) - distance(b))
}

/** The longest word of a payer's name: banks turn names around and add titles. */
function surname(name: string): string {
  return name.split(/[\s,.]+/).reduce((longest, word) => (word.length > longest.length ? word : longest), '')
}
