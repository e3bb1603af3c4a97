import { randomUUID } from 'node:crypto'
import { newId } from '#server/platform/id.ts'
import { contentStages } from './audit-stages-content.ts'
import type { Desk, Stages } from './audit-stages.ts'

/** Staff actions on tickets, canned answers and newsletters. */
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
  const newsletter = async (status = 'draft') => {
    const id = newId()
    await desk().server.app.pool.query(
      `insert into newsletter (id, subject, body, button, path, segment, status, send_at)
       values ($1, 'News', 'Hello', '', '', 'everyone', $2, clock_timestamp() + interval '1 year')`,
      [id, status],
    )
    return { newsletterId: id }
  }
  const from = (status: string) => async () => ({ params: await newsletter(status), body: { version: 1 } })
  const draft = { subject: 'News', body: 'Hello', button: '', path: '', segment: 'everyone', make: null, country: null }
  return {
    ...contentStages(desk),
    'PUT /api/admin/newsletters/:newsletterId': () =>
      Promise.resolve({ params: { newsletterId: newId() }, body: { version: 0, ...draft } }),
    'POST /api/admin/newsletters/:newsletterId/tests': async () => ({ params: await newsletter() }),
    'POST /api/admin/newsletters/:newsletterId/schedule': async () => ({
      params: await newsletter(),
      body: { version: 1, sendAt: Date.now() + 86_400_000 },
    }),
    'POST /api/admin/newsletters/:newsletterId/pause': from('scheduled'),
    'POST /api/admin/newsletters/:newsletterId/deletion': from('draft'),
    'POST /api/admin/newsletters/:newsletterId/resume': from('paused'),
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
