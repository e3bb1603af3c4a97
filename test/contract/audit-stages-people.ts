import { castPerson } from '#test/cast.ts'
import type { Desk, Stages } from './audit-stages.ts'
import { supportStages } from './audit-stages-support.ts'

const reason = 'A test of the rules'

/** Staff actions on a person's email and second factor, and on what people write. */
export function peopleStages(desk: () => Desk): Stages {
  return {
    ...supportStages(desk),
    'POST /api/admin/accounts/:accountId/second-factor-removals': async () => {
      const { id } = await castPerson(desk().server.app.pool, { name: 'Kofi', role: 'cashier' })
      return { params: { accountId: id }, body: { reason } }
    },
    'PUT /api/admin/accounts/:accountId/email': async () => {
      const { id, email } = await castPerson(desk().server.app.pool, { name: 'Dana' })
      return { params: { accountId: id }, body: { email: `new.${email}`, reason } }
    },
    'POST /api/admin/accounts/:accountId/confirmations': async () => {
      const { id } = await castPerson(desk().server.app.pool, { name: 'Dana' })
      await desk().server.app.pool.query('update account set email_confirmed_at = null where id = $1', [id])
      return { params: { accountId: id }, body: { reason } }
    },
  }
}
