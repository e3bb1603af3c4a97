import { randomUUID } from 'node:crypto'
import { grantCredit } from '#server/payments/grants/grants.ts'
import { castPerson } from '#test/cast.ts'
import { castLot } from '#test/inventory.ts'
import type { Desk, Stages } from './audit-stages.ts'
import { sellerStages } from './audit-stages-sellers.ts'
import { supportStages } from './audit-stages-support.ts'

const reason = 'A test of the rules'

/** Staff actions on a person's email and second factor, and on what people write. */
export function peopleStages(desk: () => Desk): Stages {
  return {
    ...supportStages(desk),
    ...sellerStages(desk),
    'POST /api/admin/accounts/:accountId/second-factor-removals': async () => {
      const { id } = await castPerson(desk().server.app.pool, { name: 'Kofi', role: 'cashier' })
      return { params: { accountId: id }, body: { reason } }
    },
    'PUT /api/admin/accounts/:accountId/email': async () => {
      const { id, email } = await castPerson(desk().server.app.pool, { name: 'Dana' })
      return { params: { accountId: id }, body: { email: `new.${email}`, reason } }
    },
    'POST /api/admin/accounts/:accountId/merges/:duplicateId': async () => {
      const { pool } = desk().server.app
      const { id: accountId } = await castPerson(pool, { name: 'Dana' })
      const { id: duplicateId } = await castPerson(pool, { name: 'Dana', hasPaid: false, verification: 'pending' })
      return { params: { accountId, duplicateId }, body: { reason } }
    },
    'POST /api/admin/accounts/:accountId/password-resets': async () => {
      const { id } = await castPerson(desk().server.app.pool, { name: 'Dana' })
      return { params: { accountId: id }, body: { reason } }
    },
    'DELETE /api/admin/accounts/:accountId/sessions/:sessionId': async () => {
      const { pool } = desk().server.app
      const { id } = await castPerson(pool, { name: 'Dana' })
      const { rows } = await pool.query<{ id: string }>('select id from session where account_id = $1', [id])
      return { params: { accountId: id, sessionId: rows[0]!.id } }
    },
    ...teamStages(desk),
    ...ruleStages(desk),
    ...riskStages(desk),
    ...limitStages(desk),
    'POST /api/admin/referrals/:referralId/reverse': async () => {
      const { app } = desk().server
      const [ada, boris] = [await castPerson(app.pool, { name: 'Ada' }), await castPerson(app.pool, { name: 'Boris' })]
      const grant = { accountId: ada.id, amount: 2000, currency: 'USD', key: randomUUID(), memo: reason }
      const grantId = await app.db.transaction().execute((trx) => grantCredit(trx, grant))
      const referralId = randomUUID()
      await app.pool.query(
        `insert into referral (id, account_id, referrer_id, channel, reward, currency, state, grant_id)
         values ($1, $2, $3, 'link', 2000, 'USD', 'credited', $4)`,
        [referralId, boris.id, ada.id, grantId],
      )
      return { params: { referralId }, body: { reason } }
    },
    'POST /api/admin/referrals/:referralId/credit': async () => {
      const { pool } = desk().server.app
      const [ada, boris] = [await castPerson(pool, { name: 'Ada' }), await castPerson(pool, { name: 'Boris' })]
      const referralId = randomUUID()
      await pool.query(
        `insert into referral (id, account_id, referrer_id, channel, reward, currency, state, refused_for)
         values ($1, $2, $3, 'link', 2000, 'USD', 'refused', '{address}')`,
        [referralId, boris.id, ada.id],
      )
      return { params: { referralId }, body: { reason } }
    },
    'POST /api/admin/accounts/:accountId/confirmations': async () => {
      const { id } = await castPerson(desk().server.app.pool, { name: 'Dana' })
      await desk().server.app.pool.query('update account set email_confirmed_at = null where id = $1', [id])
      return { params: { accountId: id }, body: { reason } }
    },
  }
}

/** The owner's actions on the team and on the way to the first auction. */
function teamStages(desk: () => Desk): Stages {
  const invitation = async () => {
    const { pool } = desk().server.app
    const id = randomUUID()
    const olga = await castPerson(pool, { name: 'Olga', role: 'owner' })
    await pool.query(
      `insert into staff_link (id, email, roles, token_hash, invited_by, expires_at)
       values ($1, $2, '{cashier}', $3, $4, clock_timestamp() + interval '1 day')`,
      [id, `${id}@company.example`, Buffer.from(id), olga.id],
    )
    return { params: { invitationId: id } }
  }
  return {
    'POST /api/admin/staff-invitations': () =>
      Promise.resolve({ body: { email: 'new.cashier@company.example', roles: ['cashier'] } }),
    'POST /api/admin/staff-invitations/:invitationId/sendings': invitation,
    'DELETE /api/admin/staff-invitations/:invitationId': invitation,
    'PUT /api/admin/staff/:accountId/roles': async () => {
      const { id } = await castPerson(desk().server.app.pool, { name: 'Kofi', role: 'cashier' })
      return { params: { accountId: id }, body: { roles: ['cashier', 'reviewer'], reason } }
    },
    'PUT /api/admin/company-checklist/:entry': () => Promise.resolve({ params: { entry: 'fees' } }),
    'POST /api/admin/test-mails': () => Promise.resolve({}),
  }
}

/** Strikes, the rules about them, and people registered at the desk. */
function ruleStages(desk: () => Desk): Stages {
  return {
    'POST /api/admin/accounts/:accountId/strikes/:strikeId/lift': async () => {
      const { pool } = desk().server.app
      const { id: accountId } = await castPerson(pool, { name: 'Dana' })
      const strikeId = randomUUID()
      await pool.query('insert into account_strike (id, account_id, lot_id, reason) values ($1, $2, $3, $4)', [
        strikeId,
        accountId,
        randomUUID(),
        reason,
      ])
      return { params: { accountId, strikeId }, body: { reason } }
    },
    'PUT /api/admin/people-rules': () =>
      Promise.resolve({ body: { limitAfter: 2, strikeLimit: 100_000, suspendAfter: null, startLimit: null } }),
    'POST /api/admin/clients': () =>
      Promise.resolve({
        body: {
          name: 'Femi Adeyemi',
          email: 'femi@client.example',
          phone: '+1 555 0199',
          company: '',
          street: '12 Elm Street',
          extra: '',
          postcode: '62704',
          city: 'Springfield',
          region: 'IL',
          country: 'US',
          documentKind: 'passport',
          documentNumber: 'X 1234567',
          checked: true,
        },
      }),
  }
}

function limitStages(desk: () => Desk): Stages {
  return {
    'PUT /api/admin/accounts/:accountId/auction-limits/:auctionId': async () => {
      const { app } = desk().server
      const { auctionId } = await castLot(app)
      const { id } = await castPerson(app.pool, { name: 'Dana' })
      return { params: { accountId: id, auctionId }, body: { limit: 500_000, reason } }
    },
  }
}

function riskStages(desk: () => Desk): Stages {
  return {
    'POST /api/admin/risks/:riskId/dismissal': async () => {
      const { app } = desk().server
      const { lotId } = await castLot(app)
      const [ada, sam] = [await castPerson(app.pool, { name: 'Ada' }), await castPerson(app.pool, { name: 'Sam' })]
      const riskId = randomUUID()
      await app.pool.query(
        `insert into risk_case (id, lot_id, bidder_id, seller_id, score, signals) values ($1, $2, $3, $4, 80, '[]')`,
        [riskId, lotId, ada.id, sam.id],
      )
      return { params: { riskId }, body: { reason } }
    },
  }
}
