import type { Kysely } from 'kysely'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import {
  MoneySettings,
  type changeSettings as endpoint,
  type MoneySetting,
  type SettingsState,
} from '#contract/invoices/company-settings.ts'
import { minorUnits } from '#contract/platform/currency.ts'
import type { FieldFault } from '#contract/platform/problem.ts'
import { checkIncrements } from '#engine'
import { isAnyoneLimited } from '#server/accounts/people-rules.ts'
import { faultsOfBankAccount, tidyBankAccount } from '#server/payments/transfer/bank-account.ts'
import { readBankAccount } from '#server/payments/transfer/provider.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import type { Person } from '#server/platform/person.ts'
import { invalidInput, refuse, Refusal } from '#server/platform/problem.ts'
import {
  forgetTerms,
  readBidWithdrawalHours,
  readCompanyTerms,
  readDocumentRetentionDays,
  termsChanged,
} from '#server/platform/settings.ts'
import { faultsOfTerm, withoutName } from '#server/platform/term-faults.ts'
import { faultsOfNumbering, readNumbering } from './numbering.ts'
import { plansOf } from './plan-store.ts'
import { changesOf, countOpenLots, isMoneyCommitted, lockSettings, storeSetting, versionOf } from './store.ts'

type Changes = BodyOf<typeof endpoint>['changes']

const MONEY_SETTINGS = Object.keys(MoneySettings.shape) as MoneySetting[]

export async function readSettings(app: App): Promise<SettingsState> {
  const { db } = app
  const { currency, timeZone } = await readCompanyTerms(app)
  return {
    settings: await settingsNow(app),
    currency,
    timeZone,
    version: await versionOf(db, MONEY_SETTINGS),
    openLots: await countOpenLots(db),
    history: await changesOf(db),
    plans: await plansOf(db),
  }
}

/** The company's terms, bank account and numbering as they are now. */
export async function settingsNow(app: App): Promise<MoneySettings> {
  const terms = await readCompanyTerms(app)
  const own = {
    ...terms,
    bankAccount: await readBankAccount(app, app.db),
    numbering: await readNumbering(app.db),
    documentRetentionDays: await readDocumentRetentionDays(app.db),
    bidWithdrawalHours: await readBidWithdrawalHours(app.db),
  }
  return Object.fromEntries(MONEY_SETTINGS.map((key) => [key, own[key]])) as MoneySettings
}

/** Not every company has a registration or a phone. */
const CAN_BE_EMPTY: ReadonlySet<string> = new Set(['registration', 'phone'])

/** A year and a month: beyond these, nothing is deleted, and no sale is final. */
const MOST = { documentRetentionDays: 365, bidWithdrawalHours: 720 }

/** Changes as they would be stored. `currency`: the company's now. Throws the faults by field. */
export function checkedChanges(changes: Changes, currency: string): Partial<MoneySettings> {
  const given = MONEY_SETTINGS.filter((key) => changes[key] !== undefined)
  const faults = given.flatMap((key) => faultsOf(key, changes, changes.currency ?? currency))
  if (faults.length > 0) throw invalidInput(faults)
  const checked = Object.fromEntries(given.map((key) => [key, changes[key]])) as Partial<MoneySettings>
  const account = checked.bankAccount
  return account == null ? checked : { ...checked, bankAccount: tidyBankAccount(account) }
}

function faultsOf(key: MoneySetting, changes: Changes, currency: string): FieldFault[] {
  const under = (faults: { field: string; message: string }[]) =>
    faults.map(({ field, message }) => ({ field: `changes.${key}.${field}`, message }))
  if (key === 'bankAccount') {
    return changes.bankAccount == null ? [] : under(faultsOfBankAccount(changes.bankAccount))
  }
  if (key === 'documentRetentionDays' || key === 'bidWithdrawalHours') {
    const most = MOST[key]
    const isFit = changes[key]! >= 0 && changes[key]! <= most
    return isFit ? [] : [{ field: `changes.${key}`, message: `Enter a number from 0 to ${most}.` }]
  }
  if (key === 'numbering') return under(faultsOfNumbering(changes.numbering!))
  const isEmpty = (text: string) => text.trim() === ''
  if ((key === 'companyName' || key === 'taxLabel') && isEmpty(changes[key]!)) {
    return [{ field: `changes.${key}`, message: 'This appears on every invoice, so it can’t be empty.' }]
  }
  if (key === 'legal' || key === 'contact') {
    const empty = Object.entries(changes[key]!).filter(([field, text]) => !CAN_BE_EMPTY.has(field) && isEmpty(text))
    return under(empty.map(([field]) => ({ field, message: 'The law requires this on every invoice.' })))
  }
  if (key === 'increments') {
    return checkIncrements(changes.increments!, minorUnits(currency)).map((message) => ({
      field: 'changes.increments',
      message,
    }))
  }
  return faultsOfTerm(key, changes[key]).map((message) => ({ field: `changes.${key}`, message: withoutName(message) }))
}

/**
 * Throws when the currency would change while lots are open, announced or unpaid, or while members have bidding limits: those are amounts
 * in it, and the same figure in another currency is another limit.
 */
export async function requireOneCurrency<T>(
  db: Kysely<T>,
  before: MoneySettings,
  { currency }: Partial<MoneySettings>,
): Promise<void> {
  if (currency === undefined || currency === before.currency) return
  const faultOf = (message: string) => invalidInput([{ field: 'changes.currency', message }])
  if (await isMoneyCommitted(db))
    throw faultOf('Lots are open, scheduled or unpaid. You can change the currency when there are none.')
  if (await isAnyoneLimited(db))
    throw faultOf('Members have bidding limits in the current currency. Remove these limits first.')
}

/**
 * Changes settings about money, all or none, each with an audit row of the values before and after. Issued documents stay as they are;
 * unchanged values are not written. Refused when someone else has changed them since they were read.
 */
export async function changeSettings(
  app: App,
  person: Pick<Person, 'id'>,
  { version, changes: wished, reason }: BodyOf<typeof endpoint>,
): Promise<SettingsState | Refusal> {
  const changes = checkedChanges(wished, (await readCompanyTerms(app)).currency)
  const refused = await app.db.transaction().execute(async (trx) => {
    await lockSettings(trx)
    if ((await versionOf(trx, MONEY_SETTINGS)) !== version) {
      return refuse(
        'settings-changed',
        'Someone else changed the settings in the meantime. Reload and make your changes again.',
      )
    }
    forgetTerms(app)
    const before = await settingsNow({ ...app, db: trx })
    await requireOneCurrency(trx, before, changes)
    await storeChanges(trx, before, changes, { actorId: person.id, reason: reasonOf(reason) })
    return null
  })
  termsChanged(app)
  return refused ?? readSettings(app)
}

/** Stores what differs, each setting with its audit row. */
export async function storeChanges(
  trx: Kysely<object>,
  before: MoneySettings,
  changes: Partial<MoneySettings>,
  { actorId, reason }: { actorId: string; reason: string | null },
): Promise<void> {
  for (const key of MONEY_SETTINGS) {
    const after = changes[key]
    if (after === undefined || JSON.stringify(after) === JSON.stringify(before[key])) continue
    await storeSetting(trx, key, after)
    await audit(trx, {
      actorId,
      action: 'change-setting',
      subjectKind: 'setting',
      subjectId: key,
      before: { value: before[key] },
      after: { value: after },
      reason,
    })
  }
}

/** Null where nothing was given. */
export function reasonOf(given: string | undefined): string | null {
  return given === undefined || given === '' ? null : given
}
