import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountDetail } from '#contract/accounts/account-staff.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openDesk, type Case, type Desk } from './desk.test-support.ts'
import { takePicture } from './documents.test-support.ts'

/** One identity document, card or device on two accounts is a signal to the reviewer before approval, and stays one afterwards. */

let desk: Desk

beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const sharedWith = ({ shared }: Pick<Case, 'shared'>) => shared.map(({ kind, account }) => [kind, account.id])

async function accountOf({ id }: { id: string }): Promise<AccountDetail> {
  return (await desk.call('GET', `/api/admin/accounts/${id}`, { token: desk.rita.token })).body as AccountDetail
}

async function sent(person: CastMember, front: Buffer): Promise<Case> {
  expect((await desk.send(person, { kind: 'passport', front })).status).toBe(201)
  return (await desk.caseOf(person))!
}

const PASSWORD = 'seven quiet herons'

/** Registers an account in a browser: a new one, or the one with these cookies. Returns its device cookie. */
async function registered(name: string, cookie = '') {
  const email = `${randomUUID()}@demo.paddock.example`
  const body = { email, password: PASSWORD, name, phone: '+1 555 0100', country: 'US', acceptTerms: true }
  const headers = { 'x-paddock-client': 'web', cookie }
  const reply = await desk.call('POST', '/api/register', { body, headers })
  expect(reply.status).toBe(201)
  const device = reply.headers.getSetCookie().find((each) => each.startsWith('paddock_device='))
  return { id: (reply.body as { user: { id: string } }).user.id, email, device: device?.split(';')[0] ?? '' }
}

describe('a reviewer', () => {
  test('sees before approval that the same document file is on another account, with its status and since when', async () => {
    const front = await takePicture()
    const first = await desk.newcomer({ name: 'Zed First', status: 'suspended' })
    await desk.app.pool.query(`update account set account_status = 'active' where id = $1`, [first.id])
    await sent(first, front)
    await desk.app.pool.query(`update account set account_status = 'suspended' where id = $1`, [first.id])
    const opened = await sent(await desk.newcomer({ name: 'Zed Second' }), front)
    expect(opened.shared).toEqual([
      {
        kind: 'document-file',
        isReferral: false,
        since: expect.any(Number),
        account: { id: first.id, name: 'Zed First', accountStatus: 'suspended', verificationStatus: 'pending' },
      },
    ])
    expect(sharedWith(await desk.sentCase(await desk.newcomer({ name: 'Zed Third' })))).toEqual([])
  })

  test('filters people who share something, in the list and in its file', async () => {
    const read = async (query: string) => {
      const { body } = await desk.call('GET', `/api/admin/verifications?q=zed&${query}`, {
        token: desk.rita.token,
      })
      return body as { items: { name: string }[]; total: number }
    }
    expect((await read('')).total).toBe(3)
    const flagged = await read('shared=only')
    expect([flagged.total, flagged.items.map(({ name }) => name)]).toEqual([2, ['Zed First', 'Zed Second']])
    const file = await fetch(`${desk.url}/api/admin/verifications.csv?q=zed&shared=only`, {
      headers: { authorization: `Bearer ${desk.rita.token}` },
    })
    expect((await file.text()).trim().split('\n')).toHaveLength(3)
  })

  test('approves despite it only with a reason, which the audit log keeps and the person never reads', async () => {
    const front = await takePicture()
    const first = await desk.newcomer()
    await sent(first, front)
    const pia = await desk.newcomer()
    const opened = await sent(pia, front)
    expect(await desk.decide(opened, { decision: 'approve', reason: '  ' })).toMatchObject({
      status: 409,
      body: { code: 'shared-identifier', details: { shared: [{ kind: 'document-file', accountId: first.id }] } },
    })
    const reason = 'Twins, seen on the telephone'
    expect((await desk.decide(opened, { decision: 'approve', reason })).status).toBe(200)
    const { rows } = await desk.app.pool.query('select action, reason, after from audit where subject_id = $1', [
      opened.id,
    ])
    const after = { shared: [{ kind: 'document-file', accountId: first.id }] }
    expect(rows).toEqual([{ action: 'approve-document', reason, after }])
    const own = await desk.call('GET', '/api/verification', { token: pia.token })
    expect(own.body).toMatchObject({ last: { state: 'approved', note: null } })
  })

  test('enters the number of the document with an approval; one that another account has, however written, is a signal', async () => {
    const [first, second] = [await desk.sentCase(await desk.newcomer()), await desk.sentCase(await desk.newcomer())]
    for (const documentNumber of [undefined, ' <<< '])
      expect((await desk.decide(first, { decision: 'approve', documentNumber })).body).toMatchObject({
        code: 'document-number-required',
      })
    const rejected = { decision: 'reject', note: 'Not genuine.', documentNumber: 'xr-1001 R58<' }
    expect((await desk.decide(first, rejected)).status).toBe(200)
    const number = { documentNumber: 'XR1001R58' }
    expect((await desk.decide(second, { decision: 'approve', ...number })).body).toMatchObject({
      code: 'shared-identifier',
    })
    expect(sharedWith((await accountOf({ id: first.accountId })) as Pick<Case, 'shared'>)).toEqual([
      ['document-number', second.accountId],
    ])
    const kept = await desk.app.pool.query<{ text: string }>('select t::text as text from account_identifier t')
    expect(kept.rows.filter(({ text }) => /XR1001R58/i.test(text))).toEqual([])
  })

  test('of two accounts approved at the same time with one document holds back at least one', async () => {
    for (let round = 0; round < 4; round += 1) {
      const cases = [await desk.sentCase(await desk.newcomer()), await desk.sentCase(await desk.newcomer())]
      const documentNumber = randomUUID()
      const answers = await Promise.all(
        cases.map((opened) => desk.decide(opened, { decision: 'approve', documentNumber })),
      )
      expect(answers.map(({ status }) => status)).toContain(409)
    }
  })
})

describe('after the approval', () => {
  test('a browser in which two people signed in shows with both accounts, also when the second comes later', async () => {
    const [ada, boris] = [await registered('Ada'), await registered('Boris')]
    expect((await accountOf(ada)).shared).toEqual([])
    const headers = { 'x-paddock-client': 'web', cookie: ada.device }
    const login = { email: boris.email, password: PASSWORD }
    await desk.app.pool.query('update account set email_confirmed_at = now() where id = $1', [boris.id])
    expect((await desk.call('POST', '/api/login', { body: login, headers })).status).toBe(200)
    expect((await accountOf(ada)).shared).toMatchObject([{ kind: 'device', account: { id: boris.id } }])
    expect((await accountOf(boris)).shared).toMatchObject([{ kind: 'device', account: { id: ada.id } }])
  })

  test('a card that paid for two accounts shows with both; a declined card shows with none', async () => {
    const [one, other, third] = await Promise.all(
      ['Una', 'Otto', 'Tess'].map((name) =>
        castPerson(desk.app.pool, { name, hasPaid: false, verification: 'pending' }),
      ),
    )
    const pay = async ({ token }: CastMember, outcome: string) => {
      const fee = { idempotencyKey: randomUUID(), provider: 'sandbox', purpose: 'membership' }
      const { body } = await desk.call('POST', '/api/payments', { token, body: fee })
      const at = `/api/payments/${(body as { id: string }).id}/sandbox`
      expect((await desk.call('POST', at, { token, body: { outcome, card: '4242 test' } })).status).toBe(200)
    }
    await pay(one!, 'success')
    await pay(other!, 'delayed')
    await pay(third!, 'failure')
    expect((await accountOf(one!)).shared).toMatchObject([{ kind: 'card', account: { id: other!.id } }])
    expect((await accountOf(third!)).shared).toEqual([])
  })
})
