import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noteIdentifier } from '#server/accounts/identifiers/identifiers.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openProgram } from './program.test-support.ts'
import { decideRewards } from './rewards.ts'

let program: Awaited<ReturnType<typeof openProgram>>
let server: (typeof program)['server']
let room: (typeof program)['room']
let ada: CastMember

beforeAll(async () => {
  program = await openProgram()
  ;({ server, room } = program)
})
afterAll(() => program.close())
beforeEach(async () => {
  ada = await castPerson(server.app.pool, { name: 'Ada' })
})

const referred = (days: number | null) => program.referred(ada, days)

describe('a cashier', () => {
  test('reverses a reward with a reason, once, with an audit entry; the ledger is reversed and the member notified', async () => {
    const boris = await referred(20)
    await decideRewards(server.app)
    const { id } = await program.listed(boris.id)
    const answers = await Promise.all([program.decide('reverse', id), program.decide('reverse', id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await program.decide('reverse', id)).toMatchObject({
      status: 409,
      body: { code: 'already-reversed', message: 'This reward was already reversed.' },
    })
    expect(await program.listed(boris.id)).toMatchObject({
      state: 'reversed',
      reversalReason: 'I checked both accounts.',
    })
    expect(await room.balance(`credit:${ada.id}`)).toBe(0)
    expect(
      await program.rows(`select 1 from audit where action = 'reverse-referral' and subject_id = $1`, id),
    ).toHaveLength(1)
    expect(await room.noticesOf(ada, 'credit')).toEqual([
      expect.stringMatching(/^referral-reversed:/),
      expect.stringMatching(/^referral-reward:/),
    ])
    expect(await program.figures(ada)).toMatchObject({ paid: { count: 0 }, refused: 1 })
  })

  test('can’t reverse a reward that was not credited, one that isn’t there, or without a reason', async () => {
    const boris = await referred(null)
    const { id } = await program.listed(boris.id)
    expect(await program.decide('reverse', id)).toMatchObject({ status: 409, body: { code: 'not-credited' } })
    expect((await program.decide('reverse', randomUUID())).status).toBe(404)
    expect((await program.decide('reverse', id, { reason: '' })).status).toBe(400)
    expect((await program.decide('reverse', id, { by: ada })).status).toBe(403)
  })

  test('credits a refused or reversed reward with a reason, once, with an audit entry', async () => {
    const boris = await referred(20)
    for (const id of [ada.id, boris.id]) await noteIdentifier(server.app, server.app.db, id, 'device', ada.id)
    await decideRewards(server.app)
    const { id } = await program.listed(boris.id)
    const answers = await Promise.all([program.decide('credit', id), program.decide('credit', id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await program.decide('credit', id)).body).toMatchObject({ code: 'already-credited' })
    const byHand = { state: 'credited', creditReason: 'I checked both accounts.', hints: ['device'] }
    expect(await program.listed(boris.id)).toMatchObject(byHand)
    expect(await room.balance(`credit:${ada.id}`)).toBe(-2000)
    await program.decide('reverse', id)
    expect(await room.balance(`credit:${ada.id}`)).toBe(0)
    expect(await program.listed(boris.id)).toMatchObject({ state: 'reversed' })
    expect((await program.decide('credit', id)).status).toBe(200)
    expect(await program.listed(boris.id)).toMatchObject({ ...byHand, reversedAt: null, reversalReason: null })
    expect(await room.balance(`credit:${ada.id}`)).toBe(-2000)
    expect(await room.noticesOf(ada, 'credit')).toHaveLength(3)
    expect(
      await program.rows(`select reason from audit where action = 'credit-referral' and subject_id = $1`, id),
    ).toHaveLength(2)
  })

  test('can’t credit a reward that waits, one that concerns them, or one of a closed referrer', async () => {
    const boris = await referred(null)
    const { id } = await program.listed(boris.id)
    expect((await program.decide('credit', id)).body).toMatchObject({ code: 'not-decided' })
    const own = await program.referred(program.kofi, null)
    expect((await program.decide('credit', (await program.listed(own.id)).id)).status).toBe(403)
    await program.payFee(boris.id, 20)
    await program.rows(`update account set account_status = 'closed' where id = $1`, ada.id)
    await decideRewards(server.app)
    expect((await program.decide('credit', id)).body).toMatchObject({ code: 'referrer-closed' })
  })

  test('has to prove who they are again first', async () => {
    const late = await castPerson(server.app.pool, { name: 'Kim', role: 'cashier' })
    await program.rows(
      `update session set confirmed_at = clock_timestamp() - interval '11 minutes' where account_id = $1`,
      late.id,
    )
    expect(await program.decide('reverse', randomUUID(), { by: late })).toMatchObject({
      status: 403,
      body: { code: 'factor-required' },
    })
  })

  test('sees when the fee of a credited referral was refunded later', async () => {
    const boris = await referred(20)
    await decideRewards(server.app)
    await program.rows('update account set has_paid_membership_fee = false where id = $1', boris.id)
    expect((await program.listed(boris.id)).hints).toEqual(['fee-returned'])
  })
})

describe('a reward that several decide at once', () => {
  const refundFee = async (accountId: string) => {
    const [payment] = await program.rows<{ id: string }>('select id from payment where account_id = $1', accountId)
    const path = `/api/admin/payments/${payment!.id}/refund`
    const answer = await server.call('POST', path, { token: program.kofi.token, body: { reason: 'As agreed.' } })
    await server.app.outbox.drain()
    return answer
  }
  const auditsOf = (id: string) => program.rows('select action from audit where subject_id = $1', id)
  /** What the books say, what grants have left, and what was credited and not reversed. */
  const books = async () => {
    const [grants] = await program.rows<{ left: number; live: number }>(
      `select coalesce(sum(remaining), 0)::bigint as left, count(*) filter (where reversed_at is null)::int as live
       from credit_grant where account_id = $1`,
      ada.id,
    )
    return { credit: 0 - (await room.balance(`credit:${ada.id}`)), ...grants }
  }

  test('is credited once by the job and a cashier, whose request is refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const boris = await referred(20)
      const { id } = await program.listed(boris.id)
      const [byHand] = await Promise.all([
        program.decide('credit', id),
        decideRewards(server.app),
        decideRewards(server.app),
      ])
      await decideRewards(server.app)
      expect(['not-decided', 'already-credited']).toContain((byHand.body as { code?: string }).code)
      expect(await auditsOf(id)).toEqual([])
      expect(await books()).toEqual({ credit: 2000 * (round + 1), left: 2000 * (round + 1), live: round + 1 })
    }
  })

  test('is never both credited for a fee and kept after the fee was refunded', async () => {
    for (let round = 0; round < 4; round += 1) {
      const boris = await referred(20)
      const [refunded] = await Promise.all([refundFee(boris.id), decideRewards(server.app), decideRewards(server.app)])
      expect(refunded.status).toBe(200)
      await server.app.outbox.drain()
      await decideRewards(server.app)
      expect(['pending', 'reversed']).toContain((await program.listed(boris.id)).state)
      expect(await books()).toEqual({ credit: 0, left: 0, live: 0 })
    }
  })

  test('is reversed once, while its fee is refunded and an invoice uses it, and what it paid is owed', async () => {
    for (let round = 0; round < 4; round += 1) {
      ada = await castPerson(server.app.pool, { name: 'Ada' })
      const boris = await referred(20)
      await decideRewards(server.app)
      const { id } = await program.listed(boris.id)
      const [invoice, ...answers] = await Promise.all([
        room.soldTo(ada),
        program.decide('reverse', id),
        program.decide('reverse', id),
        refundFee(boris.id),
      ])
      const done = answers.slice(0, 2).filter(({ status }) => status === 200).length
      expect(answers.slice(0, 2).filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
      expect(answers[2]!.status).toBe(200)
      expect(await auditsOf(id)).toHaveLength(done)
      expect(await books()).toEqual({ credit: 0, left: 0, live: 0 })
      expect((await room.detail(ada, invoice.id)).invoice.owed).toBe(invoice.total)
      expect(await room.balance(`receivable:${ada.id}`)).toBe(invoice.total)
    }
  })
})

describe('a fee that is refunded after its refund time', () => {
  const refund = async (accountId: string) => {
    const [payment] = await program.rows<{ id: string }>('select id from payment where account_id = $1', accountId)
    const body = { reason: 'As agreed by phone.' }
    const answer = await server.call('POST', `/api/admin/payments/${payment!.id}/refund`, {
      token: program.kofi.token,
      body,
    })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    await server.app.outbox.drain()
  }

  test('takes the reward back in the books, and staff and the member see why', async () => {
    const boris = await referred(20)
    await decideRewards(server.app)
    await refund(boris.id)
    expect(await program.listed(boris.id)).toMatchObject({
      state: 'reversed',
      reversalReason: 'The new member’s fee was refunded.',
    })
    expect(await room.balance(`credit:${ada.id}`)).toBe(0)
    expect(await room.noticesOf(ada, 'credit')).toHaveLength(2)
    await decideRewards(server.app)
    expect(await room.balance(`credit:${ada.id}`)).toBe(0)
  })

  test('makes an invoice that the reward paid due again', async () => {
    const boris = await referred(20)
    await decideRewards(server.app)
    const { id, total } = await room.soldTo(ada)
    expect((await room.detail(ada, id)).invoice.owed).toBe(total - 2000)
    await refund(boris.id)
    expect((await room.detail(ada, id)).invoice.owed).toBe(total)
  })
})
