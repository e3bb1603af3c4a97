import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Question, StaffQuestion } from '#contract/lots/questions.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

let server: TestServer
let aukje: CastMember
let ada: CastMember
let boris: CastMember
let lot: CastLot

beforeAll(async () => {
  server = await openTestServer()
  aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await castPerson(server.app.pool, { name: 'Ada' })
  boris = await castPerson(server.app.pool, { name: 'Boris' })
  lot = await castLot(server.app)
})

const pathOf = () => `/api/lots/${lot.lotId}/questions`
const ask = (text: string, who = ada, questionId: string = randomUUID()) =>
  server.call('POST', pathOf(), { token: who.token, body: { questionId, text } })
const asked = async (text: string, who = ada) => (await ask(text, who)).body as Question
const seenBy = async (who: CastMember) =>
  ((await server.call('GET', pathOf(), { token: who.token })).body as { items: Question[] }).items
const action = (id: string, what: string, body: object) =>
  server.call('PUT', `/api/admin/questions/${id}/${what}`, { token: aukje.token, body })
const answer = (id: string, text: string, version = 1) => action(id, 'answer', { version, text })
const list = async (query: string) =>
  (await server.call('GET', `/api/admin/questions?${query}`, { token: aukje.token })).body as {
    items: StaffQuestion[]
    total: number
    waiting: number
  }
const noticesOf = async ({ id }: CastMember) => {
  const { rows } = await server.app.pool.query<{ key: string }>(
    `select payload ->> 'key' as key from outbox where payload ->> 'kind' = 'question-answered' and payload ->> 'accountId' = $1::text
     union select key from notification where kind = 'question-answered' and account_id = $1::uuid`,
    [id],
  )
  return rows
}

describe('a question about a lot', () => {
  test('is visible only to its author until it is answered, and then to everyone, without a name', async () => {
    const { id } = await asked('Has the timing belt been changed?')
    expect(await seenBy(ada)).toMatchObject([{ id, state: 'waiting', isMine: true, answer: null }])
    expect(await seenBy(boris)).toEqual([])
    await answer(id, 'At 98,000 km, with the water pump.')
    const [shown] = await seenBy(boris)
    expect(shown).toMatchObject({ state: 'answered', isMine: false, answer: 'At 98,000 km, with the water pump.' })
    expect(JSON.stringify(shown)).not.toContain(ada.id)
    expect(await noticesOf(ada)).toHaveLength(1)
    expect(await noticesOf(boris)).toEqual([])
  })

  test('is shown without contact details and links, also to its author, and to staff as it was written', async () => {
    const text = 'Call me at 312 555 0142 or ada@demo.paddock.example <b>now</b>'
    const { id } = await asked(text)
    const shown = 'Call me at [removed] or [removed] <b>now</b>'
    expect((await seenBy(ada))[0]?.text).toBe(shown)
    await answer(id, 'We do not call.')
    expect((await seenBy(boris))[0]?.text).toBe(shown)
    expect((await list('q=312+555')).items).toMatchObject([{ text, shownAs: shown }])
  })

  test('sent twice is one, and someone else’s id is refused', async () => {
    const questionId = randomUUID()
    const both = await Promise.all([1, 2].map(() => ask('Is the spare key there?', ada, questionId)))
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(await seenBy(ada)).toHaveLength(1)
    expect(await ask('Is it?', boris, questionId)).toMatchObject({ status: 409, body: { code: 'question-id-taken' } })
    expect(await ask('Is it?', ada, questionId)).toMatchObject({ status: 409, body: { code: 'question-id-taken' } })
  })

  test('is one of at most five open at once; others may still ask', async () => {
    const answers: number[] = []
    for (let times = 0; times < 6; times += 1) answers.push((await ask(`Question ${times}?`)).status)
    expect(answers).toEqual([201, 201, 201, 201, 201, 429])
    expect((await ask('And I?', boris)).status).toBe(201)
  })

  test.each(['', ' a ', 'x'.repeat(501), 'turned \u202e round', 'bell \u0007 access level'])(
    'is plain text of three to 500 characters: %j is refused',
    async (text) => {
      expect((await ask(text)).status).toBe(400)
    },
  )

  test('is asked by verified members, about lots whose bidding is not over', async () => {
    const waiting = await castPerson(server.app.pool, { name: 'Veda', verification: 'pending', document: 'submitted' })
    expect((await ask('May I?', waiting)).status).toBe(403)
    await server.app.pool.query('update lot set closed_at = now() where id = $1', [lot.lotId])
    expect(await ask('Too late?')).toMatchObject({ status: 409, body: { code: 'lot-ended' } })
    await server.app.pool.query('update lot set published_at = null where id = $1', [lot.lotId])
    expect((await ask('Not yet?')).status).toBe(404)
  })
})

describe('the auctioneer', () => {
  test('corrects an answer, with a new notice to the person who asked; the same answer twice is one', async () => {
    const { id } = await asked('How many keys?')
    await answer(id, 'One.')
    expect((await answer(id, 'One.', 1)).status).toBe(200)
    expect(await answer(id, 'Two.', 1)).toMatchObject({ status: 409, body: { code: 'question-changed' } })
    expect((await answer(id, 'Two.', 2)).status).toBe(200)
    expect((await seenBy(boris))[0]?.answer).toBe('Two.')
    expect(await noticesOf(ada)).toHaveLength(2)
    const { rows } = await server.app.pool.query(
      `select action, before, after from audit where subject_kind = 'question' and subject_id = $1 order by at`,
      [id],
    )
    expect(rows).toMatchObject([
      { action: 'answer-question', before: { answer: null }, after: { answer: 'One.' } },
      { action: 'answer-question', before: { answer: 'One.' }, after: { answer: 'Two.' } },
    ])
  })

  test('hides a question and its answer, with a reason, and shows it again', async () => {
    const { id } = await asked('Is the seller a crook?')
    await answer(id, 'No.')
    expect((await action(id, 'visibility', { version: 2, hidden: true, reason: '' })).status).toBe(400)
    const hidden = await action(id, 'visibility', { version: 2, hidden: true, reason: 'It accuses somebody.' })
    expect(hidden.body).toMatchObject({ state: 'hidden', hiddenReason: 'It accuses somebody.' })
    expect(await seenBy(boris)).toEqual([])
    expect(await seenBy(ada)).toMatchObject([{ state: 'hidden', answer: null }])
    expect(await answer(id, 'Really not.', 3)).toMatchObject({ status: 409, body: { code: 'question-hidden' } })
    await action(id, 'visibility', { version: 3, hidden: false, reason: 'It is harmless.' })
    expect(await seenBy(boris)).toMatchObject([{ answer: 'No.' }])
  })

  test('searches questions by words, lot, person and state, in either order, and exports the results', async () => {
    const { id } = await asked('Does the sunroof leak? =1+1')
    await asked('Does the sunroof close?', boris)
    await answer(id, 'It does not.')
    expect((await list(`q=sunroof&state=waiting`)).items.map(({ text }) => text)).toEqual(['Does the sunroof close?'])
    expect((await list(`q=${lot.lotNumber}`)).total).toBe(2)
    expect((await list(`q=${lot.lotNumber}&sort=asked&order=up`)).items[0]?.id).toBe(id)
    expect((await list('q=sunroof%25')).total).toBe(0)
    expect((await list('q=nothing')).waiting).toBeGreaterThan(0)
    const file = await fetch(`${server.url}/api/admin/questions.csv?q=${lot.lotNumber}`, {
      headers: { authorization: `Bearer ${aukje.token}` },
    })
    const lines = (await file.text()).split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[2]).toContain('Does the sunroof leak? =1+1')
  })

  test('is required: cashiers and bidders see no list', async () => {
    const kofi = await castPerson(server.app.pool, { name: 'Kofi', role: 'cashier' })
    for (const { token } of [kofi, ada])
      expect((await server.call('GET', '/api/admin/questions', { token })).status).toBe(403)
  })
})
