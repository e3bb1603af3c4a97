import type { Kysely } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  MoneySettings,
  type changeSettings as endpoint,
  type MoneySetting,
  type SettingsState,
} from '#contract/house-settings.ts'
import type { FieldFault } from '#contract/problem.ts'
import { checkLadder } from '#engine'
import { USUAL_BID_UNIT } from '#server/auctions/create-auction.ts'
import { faultsOfBankAccount, tidyBankAccount } from '#server/membership/transfer/bank-account.ts'
import { readBankAccount } from '#server/membership/transfer/provider.ts'
import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import type { Person } from '#server/platform/person.ts'
import { invalidInput, refuse, Refusal } from '#server/platform/problem.ts'
import { forgetTerms, readHouseTerms, termsChanged } from '#server/platform/settings.ts'
import { faultsOfTerm } from '#server/platform/term-faults.ts'
import { faultsOfNumbering, readNumbering } from './numbering.ts'
import { changesOf, countOpenLots, lockSettings, storeSetting, versionOf } from './store.ts'

type Changes = BodyOf<typeof endpoint>['changes']

export const MONEY_SETTINGS = Object.keys(MoneySettings.shape) as MoneySetting[]

export async function readSettings(house: House): Promise<SettingsState> {
  const { db } = house
  const { currency, timeZone } = await readHouseTerms(house)
  return {
    settings: await settingsNow(house),
    currency,
    timeZone,
    version: await versionOf(db, MONEY_SETTINGS),
    openLots: await countOpenLots(db),
    history: await changesOf(db),
  }
}

/** Terms of the house, account and numbering as they hold now. */
export async function settingsNow(house: House): Promise<MoneySettings> {
  const terms = await readHouseTerms(house)
  const own = {
    ...terms,
    bankAccount: await readBankAccount(house, house.db),
    numbering: await readNumbering(house.db),
  }
  return Object.fromEntries(MONEY_SETTINGS.map((key) => [key, own[key]])) as MoneySettings
}

/** Not every company has a registration, or a phone. */
const CAN_BE_EMPTY: ReadonlySet<string> = new Set(['registration', 'phone'])

/** Changes as they would be stored. Throws what is wrong with them, by field. */
export function checkedChanges(changes: Changes): Partial<MoneySettings> {
  const given = MONEY_SETTINGS.filter((key) => changes[key] !== undefined)
  const faults = given.flatMap((key) => faultsOf(key, changes))
  if (faults.length > 0) throw invalidInput(faults)
  const checked = Object.fromEntries(given.map((key) => [key, changes[key]])) as Partial<MoneySettings>
  const account = checked.bankAccount
  return account == null ? checked : { ...checked, bankAccount: tidyBankAccount(account) }
}

function faultsOf(key: MoneySetting, changes: Changes): FieldFault[] {
  const under = (faults: { field: string; message: string }[]) =>
    faults.map(({ field, message }) => ({ field: `changes.${key}.${field}`, message }))
  if (key === 'bankAccount') {
    return changes.bankAccount == null ? [] : under(faultsOfBankAccount(changes.bankAccount))
  }
  if (key === 'numbering') return under(faultsOfNumbering(changes.numbering!))
  const isEmpty = (text: string) => text.trim() === ''
  if ((key === 'houseName' || key === 'taxLabel') && isEmpty(changes[key]!)) {
    return [{ field: `changes.${key}`, message: 'This stands on every invoice: it cannot be empty.' }]
  }
  if (key === 'legal' || key === 'contact') {
    const empty = Object.entries(changes[key]!).filter(([field, text]) => !CAN_BE_EMPTY.has(field) && isEmpty(text))
    return under(empty.map(([field]) => ({ field, message: 'The law wants this on every invoice.' })))
  }
  if (key === 'ladder') {
    return checkLadder(changes.ladder!, USUAL_BID_UNIT).map((message) => ({ field: 'changes.ladder', message }))
  }
  return faultsOfTerm(key, changes[key]).map((message) => ({ field: `changes.${key}`, message: wordsAfter(message) }))
}

/** Limits and what is committed are counted in one currency. Throws where another would be taken while lots are on sale or announced. */
export async function requireOneCurrency<T>(
  db: Kysely<T>,
  before: MoneySettings,
  { currency }: Partial<MoneySettings>,
): Promise<void> {
  if (currency === undefined || currency === before.currency || (await countOpenLots(db)) === 0) return
  const message = 'Lots are on sale or announced: the currency can be changed when none is.'
  throw invalidInput([{ field: 'changes.currency', message }])
}

/** `premium: the first band …` as a sentence for who sees the field anyway. */
function wordsAfter(fault: string): string {
  const words = fault.replace(/^[\w.-]+: /, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Changes settings about money, all or none, each with an audit row of what stood before and after. Papers that were issued stay as they
 * are; what is not different is not written. Refused where somebody else has changed them since they were read.
 */
export async function changeSettings(
  house: House,
  person: Pick<Person, 'id'>,
  { version, changes: wished, reason }: BodyOf<typeof endpoint>,
): Promise<SettingsState | Refusal> {
  const changes = checkedChanges(wished)
  const refused = await house.db.transaction().execute(async (trx) => {
    await lockSettings(trx)
    if ((await versionOf(trx, MONEY_SETTINGS)) !== version) {
      return refuse('settings-changed', 'Somebody changed the settings meanwhile. Look at them and change yours again.')
    }
    forgetTerms(house)
    const before = await settingsNow({ ...house, db: trx })
    await requireOneCurrency(trx, before, changes)
    for (const key of MONEY_SETTINGS) {
      const after = changes[key]
      if (after === undefined || JSON.stringify(after) === JSON.stringify(before[key])) continue
      await storeSetting(trx, key, after)
      await audit(trx, {
        actorId: person.id,
        act: 'change-setting',
        subjectKind: 'setting',
        subjectId: key,
        before: { value: before[key] },
        after: { value: after },
        reason: reason === undefined || reason === '' ? null : reason,
      })
    }
    return null
  })
  termsChanged(house)
  return refused ?? readSettings(house)
}
