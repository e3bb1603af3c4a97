import type { Kysely } from 'kysely'
import { faultsOfCommission, NO_COMMISSION } from '#contract/sellers/commission.ts'
import type { changeSellerMoney as moneyEndpoint, saveSeller as saveEndpoint } from '#contract/sellers/sellers.ts'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { FieldFault } from '#contract/platform/problem.ts'
import { personOfEmail } from '#server/accounts/find-people.ts'
import { faultsOfBankAccount, tidyBankAccount } from '#server/payments/transfer/bank-account.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { forbidden, invalidInput, notFound, refuse, type Refusal } from '#server/platform/problem.ts'
import { openSecrets, sealSecrets } from './seller-secrets.ts'
import { insertSeller, lockSeller, takenBy, updateMoney, updateSeller, type SellerRow } from './store.ts'

/**
 * Moves what belongs to a seller to another account, which may not bid on it from then on; null: to none. Runs in the transaction that
 * links the account, with the seller's row locked. A refusal changes nothing.
 */
type LinkMove = (trx: Kysely<object>, link: { sellerId: string; accountId: string | null }) => Promise<Refusal | null>

declare module '#server/platform/extensions.ts' {
  interface Extensions {
    sellerLinkMoves: LinkMove[]
  }
}

type Action = { id: string; actorId: string }

/** Enters a seller, or changes one. Throws faults by field. */
export async function saveSeller(
  app: App,
  { id, actorId, version, accountEmail, ...rest }: Action & BodyOf<typeof saveEndpoint>,
): Promise<Refusal | null> {
  return app.db.transaction().execute(async (trx) => {
    const subject = { actorId, subjectKind: 'seller', subjectId: id }
    const entry = { ...rest, accountId: await accountOf(trx, accountEmail) }
    requireOther(actorId, entry.accountId)
    await requireFree(trx, id, entry)
    if (version === 0 && (await insertSeller(trx, id, entry, NO_COMMISSION))) {
      await audit(trx, { ...subject, action: 'enter-seller', after: entry })
      return null
    }
    const row = await lockSeller(trx, id)
    if (row === undefined) throw notFound('this seller')
    requireOther(actorId, row.account_id)
    const { before, after } = differences(entryOf(row), entry)
    // The same request, sent again.
    if (Object.keys(after).length === 0) return null
    if (row.version !== version) return changed()
    if ('accountId' in after) {
      for (const move of app.extensions.sellerLinkMoves) {
        const refusal = await move(trx, { sellerId: id, accountId: entry.accountId })
        if (refusal !== null) return refusal
      }
    }
    await updateSeller(trx, id, entry)
    await audit(trx, { ...subject, action: 'change-seller', before, after })
    return null
  })
}

/** Changes a seller's commission, bank account and tax id. The audit log says that secrets changed, and not what they are. */
export async function changeSellerMoney(
  app: App,
  { id, actorId, version, commission, bank, taxId }: Action & BodyOf<typeof moneyEndpoint>,
): Promise<Refusal | null> {
  const faults: FieldFault[] = [
    ...(commission === undefined ? [] : under('commission', faultsOfCommission(commission))),
    ...(bank == null ? [] : under('bank', faultsOfBankAccount(bank))),
  ]
  if (faults.length > 0) throw invalidInput(faults)
  return app.db.transaction().execute(async (trx) => {
    const row = await lockSeller(trx, id)
    if (row === undefined) throw notFound('this seller')
    requireOther(actorId, row.account_id)
    if (row.version !== version) return changed()
    const known = openSecrets(app.keys, row)
    const secrets = {
      bank: bank === undefined ? known.bank : bank === null ? null : tidyBankAccount(bank),
      taxId: taxId === undefined ? known.taxId : taxId,
    }
    const money = { commission: commission ?? row.commission, ...sealSecrets(app.keys, id, secrets) }
    const { before, after } = differences(moneyWords(row), {
      ...moneyWords(money),
      ...(JSON.stringify(secrets.bank) === JSON.stringify(known.bank) ? {} : { bankChanged: true }),
    })
    if (Object.keys(after).length === 0 && secrets.taxId === known.taxId) return null
    await updateMoney(trx, id, money)
    await audit(trx, {
      actorId,
      action: 'change-seller-money',
      subjectKind: 'seller',
      subjectId: id,
      before,
      after: secrets.taxId === known.taxId ? after : { ...after, taxIdChanged: true },
    })
    return null
  })
}

/** Four-eyes rule, as for refunds: no one decides about their own money, or links and unlinks their own account. */
function requireOther(actorId: string, accountId: string | null): void {
  if (accountId === actorId) throw forbidden('You can’t change your own seller account. Ask a colleague.')
}

async function accountOf<T>(trx: Kysely<T>, email: string | null): Promise<string | null> {
  if (email === null) return null
  const person = await personOfEmail(trx, email)
  if (person !== null) return person.id
  throw invalidInput([{ field: 'accountEmail', message: 'No account has this email. Check it.' }])
}

async function requireFree<T>(
  trx: Kysely<T>,
  id: string,
  entry: { code: string; accountId: string | null },
): Promise<void> {
  const taken = await takenBy(trx, id, entry)
  const faults: FieldFault[] = []
  if (taken.some(({ code }) => code === entry.code)) {
    faults.push({ field: 'code', message: 'Another seller has this code. Choose a different one.' })
  }
  if (entry.accountId !== null && taken.some(({ account_id: accountId }) => accountId === entry.accountId)) {
    faults.push({ field: 'accountEmail', message: 'This account belongs to another seller. Use a different one.' })
  }
  if (faults.length > 0) throw invalidInput(faults)
}

function entryOf(row: SellerRow) {
  const { code, name, kind, address, country, email, phone, account_id: accountId, is_active: isActive } = row
  return { code, name, kind, address, country, email, phone, accountId, isActive }
}

function moneyWords(money: Pick<SellerRow, 'commission' | 'bank_kind' | 'bank_end' | 'tax_id_end'>) {
  return {
    commission: money.commission,
    bankKind: money.bank_kind,
    bankEnd: money.bank_end,
    taxIdEnd: money.tax_id_end,
  }
}

/** The values that differ, before and after. */
function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const only = (from: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  return { before: only(before), after: only(after) }
}

function under(name: string, faults: FieldFault[]): FieldFault[] {
  return faults.map(({ field, message }) => ({ field: `${name}.${field}`, message }))
}

function changed(): Refusal {
  return refuse('seller-changed', 'This seller has changed since you opened the page. Reload it and try again.')
}
