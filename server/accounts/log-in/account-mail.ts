import type { Kysely } from 'kysely'
import type { House } from '#server/platform/house.ts'
import { newId } from '#server/platform/id.ts'
import { notify } from '#server/platform/notice.ts'
import { endLinks } from './link-store.ts'
import { makeLink } from './secret-link.ts'
import { accountByAddress, accountByClaim, accountById, type AccountRow } from '../store.ts'

/**
 * Mail that somebody asked for. Asking writes one row of the outbox, whoever is behind the address; only the worker, later, looks
 * whether anybody is. So neither the answer nor its time tells whether an address has an account.
 */
type Asked = {
  what: 'confirm-email' | 'change-email' | 'reset-password'
  email: string
  /** Who asks, where a session says so. */
  accountId: string | null
  /** Accounts in whose session, or from a device of which, it was asked: those have a share of links that no stranger uses up. */
  knownTo: readonly string[]
}

const TOPIC = 'account-mail-asked'

export async function askForMail<T>(house: House, trx: Kysely<T>, asked: Asked): Promise<void> {
  await house.outbox.add(trx, TOPIC, asked)
}

/** The worker's part. */
export function sendAskedMail(house: House): void {
  house.outbox.on(TOPIC, async (payload, trx) => {
    const asked = payload as Asked
    if (asked.what === 'reset-password') await sendReset(house, trx, asked)
    else if (asked.what === 'confirm-email') await sendConfirmation(house, trx, asked)
    else await sendChange(house, trx, asked)
  })
}

async function sendReset(house: House, trx: Kysely<object>, { email, knownTo }: Asked): Promise<void> {
  const account = (await accountByAddress(trx, email)) ?? (await accountByClaim(trx, email))
  if (account === null) return
  const link = await makeLink(trx, account.id, 'reset-password', email, isKnown(account.id, knownTo))
  if (link !== null)
    await notify(house, trx, { kind: 'password-reset', accountId: account.id, key: newId(), facts: { link } })
}

async function sendConfirmation(
  house: House,
  trx: Kysely<object>,
  { email, accountId, knownTo }: Asked,
): Promise<void> {
  const account = accountId === null ? await accountByClaim(trx, email) : await accountById(trx, accountId)
  if (account === null || account.email !== email || account.email_confirmed_at !== null) return
  const holder = await accountByAddress(trx, email)
  if (holder !== null) return warnHolder(house, trx, holder, 'register')
  const link = await makeLink(trx, account.id, 'confirm-email', email, isKnown(account.id, knownTo))
  if (link !== null) await sendLink(house, trx, account.id, link, email)
}

async function sendChange(house: House, trx: Kysely<object>, { email, accountId }: Asked): Promise<void> {
  const account = accountId === null ? null : await accountById(trx, accountId)
  if (account === null || account.account_status === 'closed') return
  const holder = await accountByAddress(trx, email)
  if (holder !== null) return warnHolder(house, trx, holder, 'change')
  await endLinks(trx, account.id, 'change-email')
  const link = await makeLink(trx, account.id, 'change-email', email, true)
  if (link === null) return
  await sendLink(house, trx, account.id, link, email)
  const what = `A change of your email address to ${masked(email)} was asked for. It takes effect when the link sent there is opened. If this was not you, change your password now.`
  await notify(house, trx, { kind: 'account-security', accountId: account.id, key: newId(), facts: { what } })
}

/** `knownTo` is missing in what an older version asked for. */
function isKnown(accountId: string, knownTo: readonly string[] = []): boolean {
  return knownTo.includes(accountId)
}

async function sendLink(house: House, trx: Kysely<object>, accountId: string, link: string, to: string): Promise<void> {
  await notify(house, trx, { kind: 'email-confirmation', accountId, key: newId(), facts: { link }, to })
}

/** Tells the owner of an address that somebody else named it, once an hour at most. Nobody else learns that there is an owner. */
async function warnHolder(
  house: House,
  trx: Kysely<object>,
  holder: AccountRow,
  attempt: 'register' | 'change',
): Promise<void> {
  const hour = Math.floor(house.now() / 3_600_000)
  const key = `address-taken-${holder.id}-${hour}`
  await notify(house, trx, { kind: 'address-taken', accountId: holder.id, key, facts: { attempt } })
}

/** Enough to know one's own address by. */
function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}…@${domain}`
}
