import { castPerson } from '#test/cast.ts'
import type { Desk, Stages } from './audit-stages.ts'

const reason = 'A test of the rules'

/** What staff do about the email and the second factor of a person. */
export function peopleStages(desk: () => Desk): Stages {
  return {
    'POST /api/admin/accounts/:accountId/second-factor-removals': async () => {
      const { id } = await castPerson(desk().house.house.pool, { name: 'Kofi', role: 'cashier' })
      return { params: { accountId: id }, body: { reason } }
    },
    'PUT /api/admin/accounts/:accountId/email': async () => {
      const { id, email } = await castPerson(desk().house.house.pool, { name: 'Dana' })
      return { params: { accountId: id }, body: { email: `new.${email}`, reason } }
    },
    'POST /api/admin/accounts/:accountId/confirmations': async () => {
      const { id } = await castPerson(desk().house.house.pool, { name: 'Dana' })
      await desk().house.house.pool.query('update account set email_confirmed_at = null where id = $1', [id])
      return { params: { accountId: id }, body: { reason } }
    },
  }
}
