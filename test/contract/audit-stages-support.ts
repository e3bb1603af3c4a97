import { randomUUID } from 'node:crypto'
import { newId } from '#server/platform/id.ts'
import type { Desk, Stages } from './audit-stages.ts'

/** Staff actions on tickets and canned answers. */
export function supportStages(desk: () => Desk): Stages {
  const ticket = async (email = 'vera@example.com') => {
    const id = newId()
    await desk().server.app.pool.query(
      `insert into ticket (id, reference, name, email, topic, subject) values ($1, $2, 'Vera', $3, 'other', 'A question')`,
      [id, `T-${randomUUID().slice(0, 8).toUpperCase()}`, email],
    )
    return id
  }
  const referenceOf = async (id: string) =>
    (await desk().server.app.pool.query<{ reference: string }>('select reference from ticket where id = $1', [id]))
      .rows[0]!.reference
  const canned = async () => {
    const id = newId()
    await desk().server.app.pool.query('insert into canned_answer (id, title, text) values ($1, $2, $3)', [
      id,
      `Title ${id}`,
      'Hello',
    ])
    return id
  }
  return {
    'POST /api/admin/tickets/:ticketId/messages': async () => ({
      params: { ticketId: await ticket() },
      body: { messageId: randomUUID(), kind: 'reply', text: 'On Friday.', fileIds: [], close: false },
    }),
    'PATCH /api/admin/tickets/:ticketId': async () => ({
      params: { ticketId: await ticket() },
      body: { version: 1, priority: 'high' },
    }),
    'POST /api/admin/tickets/:ticketId/merge': async () => ({
      params: { ticketId: await ticket() },
      body: { version: 1, into: await referenceOf(await ticket()) },
    }),
    'PUT /api/admin/canned-answers/:answerId': () =>
      Promise.resolve({ params: { answerId: newId() }, body: { version: 0, title: 'Greeting', text: 'Hello' } }),
    'POST /api/admin/canned-answers/:answerId/deletion': async () => ({
      params: { answerId: await canned() },
      body: { version: 1 },
    }),
  }
}
