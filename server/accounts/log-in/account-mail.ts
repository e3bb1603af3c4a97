import type { Kysely } from 'kysely'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/id.ts'
import { notify } from '#server/platform/notice.ts'
import type { Topics } from '#server/platform/outbox/topics.ts'
import { endLinks } from './link-store.ts'
import { masked } from './mail-address.ts'
import { makeLink } from './secret-link.ts'
import { notifySecurity } from '../notify-security.ts'
import { accountByAddress, accountByClaim, accountById, lockAccount, mergedAt, type AccountRow } from '../store.ts'

type Asked = Topics['account-mail-asked']

/**
 * Sends the requested email, in the worker. The request itself writes one outbox row whether or not the address has an account; only the
 * worker looks that up. So neither the answer nor its timing reveals whether an address has an account.
 */
export function sendAskedMail(app: App): void {
  app.outbox.on('account-mail-asked', async (asked, trx) => {
    if (asked.what === 'reset-password') await sendReset(app, trx, asked)
    else if (asked.what === 'confirm-email') await sendConfirmation(app, trx, asked)
    else await sendChange(app, trx, asked)
  })
}

async function sendReset(app: App, trx: Kysely<object>, { email, accountId, knownTo }: Asked): Promise<void> {
  const account =
    accountId === null
      ? ((await accountByAddress(trx, email)) ?? (await accountByClaim(trx, email)))
      : await accountById(trx, accountId)
  if (account === null) return sayMerged(app, trx, email)
  if (!(await stillHas(trx, account.id, email))) return
  const link = await makeLink(trx, account.id, 'reset-password', email, { isKnown: isKnown(account.id, knownTo) })
  if (link !== null)
    await notify(app, trx, { kind: 'password-reset', accountId: account.id, key: newId(), facts: { link } })
}

/** To the address of an account that was merged: where to sign in now. */
async function sayMerged(app: App, trx: Kysely<object>, email: string): Promise<void> {
  const kept = await keptOf(trx, email)
  if (kept === null) return
  const what = `Your account with this email was merged into your account ${masked(kept.email)}. Sign in there, or reset the password of that account.`
  await notifySecurity(app, trx, kept.id, what, email)
}

/** The account into which the one with this address was merged. */
async function keptOf(trx: Kysely<object>, email: string): Promise<AccountRow | null> {
  const merged = await mergedAt(trx, email)
  return merged?.merged_into == null ? null : accountById(trx, merged.merged_into)
}

/** Whose address it is, also if it was that of an account merged into theirs. */
async function holderOf(trx: Kysely<object>, email: string): Promise<AccountRow | null> {
  return (await accountByAddress(trx, email)) ?? (await keptOf(trx, email))
}

async function sendConfirmation(app: App, trx: Kysely<object>, { email, accountId, knownTo }: Asked): Promise<void> {
  const account = accountId === null ? await accountByClaim(trx, email) : await accountById(trx, accountId)
  if (account === null || account.email !== email || account.email_confirmed_at !== null) return
  const holder = await holderOf(trx, email)
  if (holder !== null && holder.id !== account.id) return warnHolder(app, trx, holder, 'register')
  if (!(await stillHas(trx, account.id, email))) return
  const link = await makeLink(trx, account.id, 'confirm-email', email, { isKnown: isKnown(account.id, knownTo) })
  if (link !== null) await sendLink(app, trx, account.id, link, email)
}

async function sendChange(app: App, trx: Kysely<object>, { email, accountId, passwordSince }: Asked): Promise<void> {
  const account = accountId === null ? null : await accountById(trx, accountId)
  if (account === null || account.account_status === 'closed') return
  const holder = await holderOf(trx, email)
  // A person may go back to the address of an account that was merged into theirs.
  const isOwn = holder?.id === account.id && account.email !== email
  if (holder !== null && !isOwn) return warnHolder(app, trx, holder, 'change')
  if (!(await stillHas(trx, account.id, account.email))) return
  // A request made with a password that was replaced meanwhile ends with it. The account is locked: this reads what counts.
  const { password_changed_at: since } = (await accountById(trx, account.id))!
  if (passwordSince !== undefined && since !== passwordSince) return
  await endLinks(trx, account.id, ['change-email'])
  const link = await makeLink(trx, account.id, 'change-email', email, { isKnown: true })
  if (link === null) return
  await sendLink(app, trx, account.id, link, email)
  const what = `A change of your email address to ${masked(email)} was requested. It takes effect when the link we sent there is opened. If this wasn’t you, change your password now.`
  await notify(app, trx, { kind: 'account-security', accountId: account.id, key: newId(), facts: { what } })
}

/**
 * Locks the account to the end of the transaction: closing it waits and then deletes the link, or came first, and no link is stored. Comes
 * after everything that concerns other accounts.
 */
async function stillHas(trx: Kysely<object>, accountId: string, email: string): Promise<boolean> {
  return (await lockAccount(trx, accountId))?.email === email
}

/** `knownTo` is missing in requests of an older version. */
function isKnown(accountId: string, knownTo: readonly string[] = []): boolean {
  return knownTo.includes(accountId)
}

async function sendLink(app: App, trx: Kysely<object>, accountId: string, link: string, to: string): Promise<void> {
  await notify(app, trx, { kind: 'email-confirmation', accountId, key: newId(), facts: { link }, to })
}

/** Warns the owner of an address that another person entered it, at most once an hour. Only the owner learns that the account exists. */
async function warnHolder(
  app: App,
  trx: Kysely<object>,
  holder: AccountRow,
  attempt: 'register' | 'change',
): Promise<void> {
  const hour = Math.floor(app.now() / 3_600_000)
  const key = `address-taken-${holder.id}-${hour}`
  await notify(app, trx, { kind: 'address-taken', accountId: holder.id, key, facts: { attempt } })
}
