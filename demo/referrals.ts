import { sql } from 'kysely'
import type { ReferralChannel } from '#contract/accounts/referral-channels.ts'
import { noteIdentifier } from '#server/accounts/identifiers/identifiers.ts'
import { recordReferral } from '#server/marketing/rewards.ts'
import type { App } from '#server/platform/app.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { randomFrom } from './random.ts'

/** Whose referral links are used, by the first part of the email address. */
const REFERRER = 'ada'

/** Who registered with the link. `device`: on a device that the referrer uses as well, which earns nothing. */
const SIGN_UPS: { first: string; channel: ReferralChannel; device?: true }[] = [
  { first: 'bidder-3', channel: 'message' },
  { first: 'bidder-5', channel: 'qr', device: true },
  { first: 'bidder-7', channel: 'flyer' },
  { first: 'bidder-11', channel: 'message' },
]

/** The channels that are clicked, and how often in a month. */
const CLICKS: [ReferralChannel, number][] = [
  ['message', 24],
  ['post', 17],
  ['qr', 9],
  ['flyer', 5],
]
const DAYS = 30

/** A month of clicks on one member's link, and the people who registered with it, if there are none yet. The rewards are decided by the app's job. */
export async function enterReferrals(app: App): Promise<void> {
  const found = await sql`select 1 from referral union all select 1 from referral_click limit 1`.execute(app.db)
  if (found.rows.length > 0) return
  const people = await sql<{ id: string; first: string }>`
    select id, split_part(email, '@', 1) as first from account where demo`.execute(app.db)
  const ids = new Map(people.rows.map(({ id, first }) => [first, id]))
  const referrerId = ids.get(REFERRER)!
  await app.db.transaction().execute(async (trx) => {
    for (const { first, channel, device } of SIGN_UPS) {
      const accountId = ids.get(first)!
      await sql`update account set referred_by = ${referrerId}, referred_at = created_at where id = ${accountId}`.execute(
        trx,
      )
      await recordReferral(app, trx, { accountId, referrerId, channel })
      if (device === true)
        for (const id of [referrerId, accountId]) await noteIdentifier(app, trx, id, 'device', `demo ${first}`)
    }
    await sql`
      update referral set signed_up_at = account.created_at from account where account.id = account_id`.execute(trx)
    await enterClicks(app, referrerId, trx)
  })
}

async function enterClicks(app: App, referrerId: string, trx: App['db']): Promise<void> {
  const random = randomFrom(referrerId)
  const { timeZone } = await readCompanyTerms(app, trx)
  for (const [channel, count] of CLICKS) {
    for (let click = 0; click < count; click += 1) {
      const at = new Date(app.now() - random.whole(0, DAYS - 1) * 86_400_000)
      await sql`
        insert into referral_click as c (account_id, day, channel, clicks)
        values (${referrerId}, (${at}::timestamptz at time zone ${timeZone})::date, ${channel}, 1)
        on conflict (account_id, day, channel) do update set clicks = c.clicks + 1`.execute(trx)
    }
  }
}
