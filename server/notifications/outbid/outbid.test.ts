import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Notification } from '#contract/notifications/notifications.ts'
import { watchFeed, type Watch } from '#server/bidding/feed/watch-feed.test-support.ts'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { freshDatabase } from '#test/harness/database.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot, type LotOptions } from '#test/inventory.ts'
import { keepLosses } from './outbid-store.ts'
import { openPostOffice, type PostOffice, type Received } from '../post-office.test-support.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let post: PostOffice
/** Takes requests and sends notices. */
let one: TestServer
/** Takes requests only: the other server sends the notices of its bids. */
let two: TestServer
let boris: CastMember
const watches: Watch[] = []

beforeAll(async () => {
  database = await freshDatabase()
  post = await openPostOffice()
  one = await openTestServer({ databaseUrl: database.url, config: { smtpUrl: post.url } })
  two = await openTestServer({ databaseUrl: database.url, config: { smtpUrl: post.url, roles: new Set(['api']) } })
  boris = await castPerson(one.app.pool, { name: 'Boris' })
})

afterEach(() => {
  for (const watch of watches.splice(0)) watch.close()
})

afterAll(async () => {
  await one?.close()
  await two?.close()
  await post?.close()
  await database?.drop()
})

const SOON = { timeout: 10_000 }

const ada = () => castPerson(one.app.pool, { name: 'Ada' })
const lotOf = (options: LotOptions = {}) => castLot(one.app, options)

async function bid(who: CastMember, lot: CastLot, amount: number, at = one, kind = 'firm'): Promise<void> {
  expect((await sendBid(at, who, lot, kind, amount)).status).toBe(200)
}

async function noticesOf(who: CastMember): Promise<Notification[]> {
  const { body } = await one.call('GET', '/api/notifications', { token: who.token })
  return (body as { items: Notification[] }).items
}

const mailsTo = (who: CastMember): Received[] => post.received.filter(({ to }) => to.includes(who.email))

async function watching(who: CastMember, lot: CastLot, at = one): Promise<Watch> {
  const watch = await watchFeed(at.url, { token: who.token, lots: [lot.lotId] })
  watches.push(watch)
  await watch.until(() => watch.lotMessages(lot.lotId).length > 0)
  return watch
}

/** Waits until every bid has been read: a notice that is not sent by then is never sent. */
async function allRead(lot: CastLot): Promise<void> {
  const behind = async () => {
    const found = await one.app.pool.query(
      `select 1 from standing s left join lead_cursor c on c.lot_id = s.lot_id
       where s.lot_id = $1 and s.sequence > coalesce(c.sequence, 0)
       union all select 1 from outbid_wait where lot_id = $1 and due_at <= clock_timestamp() + interval '25 s'`,
      [lot.lotId],
    )
    return found.rows.length
  }
  await expect.poll(behind, SOON).toBe(0)
}

/** Ends the quiet minute after a notice. */
const minutePasses = (lot: CastLot) =>
  one.app.pool.query(
    `update outbid_wait set told_at = told_at - interval '1 minute', due_at = due_at - interval '1 minute' where lot_id = $1`,
    [lot.lotId],
  )

describe('an outbid notice', () => {
  test('is emailed within 5 s of the bid, with the price, the next bid and the time', async () => {
    const [person, lot] = [await ada(), await lotOf()]
    await bid(person, lot, 10_000)
    const at = Date.now()
    await bid(boris, lot, 15_000)
    await expect.poll(() => mailsTo(person).length, { timeout: 5000, interval: 20 }).toBe(1)
    expect(Date.now() - at).toBeLessThan(5000)
    const [mail] = mailsTo(person)
    expect(mail?.subject).toContain(`You’ve been outbid on lot ${lot.lotNumber}`)
    const text = mail!.read
    expect(text).toContain('The price is now $150.')
    expect(text).toMatch(/Sent at/)
  })

  test('shows on the page when its email was sent and when it was accepted, in this order', async () => {
    const [person, lot] = [await ada(), await lotOf()]
    await bid(person, lot, 10_000)
    await bid(boris, lot, 15_000)
    await expect.poll(async () => (await noticesOf(person))[0]?.mail?.state, SOON).toBe('sent')
    const [notice] = await noticesOf(person)
    expect(notice).toMatchObject({ kind: 'outbid', link: `/lot/${lot.lotNumber}`, readAt: null })
    expect(notice!.mail!.sentAt).toBeGreaterThanOrEqual(notice!.createdAt - 1000)
    expect(notice!.mail!.deliveredAt).toBeGreaterThanOrEqual(notice!.mail!.sentAt!)
  })

  test('of a bid in another process is sent by the process that sends notices', async () => {
    const [person, lot] = [await ada(), await lotOf()]
    await bid(person, lot, 10_000, two)
    await bid(boris, lot, 15_000, two)
    await expect.poll(() => mailsTo(person).length, { timeout: 5000 }).toBe(1)
  })

  test('is limited to one a quiet minute, and then the newest', async () => {
    const [person, lot] = [await ada(), await lotOf()]
    await bid(person, lot, 10_000)
    await bid(boris, lot, 15_000)
    await expect.poll(() => mailsTo(person).length, SOON).toBe(1)
    for (const amount of [20_000, 30_000]) {
      await bid(person, lot, amount)
      await bid(boris, lot, amount + 5000)
    }
    await allRead(lot)
    expect(mailsTo(person)).toHaveLength(1)
    await minutePasses(lot)
    await expect.poll(() => mailsTo(person).length, SOON).toBe(2)
    expect(mailsTo(person)[1]!.read).toContain('The price is now $350.')
    await minutePasses(lot)
    await allRead(lot)
    expect(mailsTo(person)).toHaveLength(2)
  })

  test('is not sent to someone who took the lead back before', async () => {
    const [person, lot] = [await ada(), await lotOf()]
    await bid(person, lot, 10_000)
    await bid(boris, lot, 15_000)
    await expect.poll(() => mailsTo(person).length, SOON).toBe(1)
    await bid(person, lot, 20_000)
    await bid(boris, lot, 30_000)
    await bid(person, lot, 40_000)
    await allRead(lot)
    await minutePasses(lot)
    await allRead(lot)
    expect(mailsTo(person)).toHaveLength(1)
  })

  test('is not sent to someone who watches the lot live, in any process, and is sent again when they leave', async () => {
    for (const at of [one, two]) {
      const [person, lot] = [await ada(), await lotOf()]
      const watch = await watching(person, lot, at)
      await bid(person, lot, 10_000)
      await bid(boris, lot, 15_000)
      await allRead(lot)
      expect(await noticesOf(person)).toEqual([])
      watch.close()
      await watch.ended
      await bid(person, lot, 20_000)
      await bid(boris, lot, 30_000)
      await expect.poll(() => mailsTo(person).length, SOON).toBe(1)
    }
  })

  test('is not sent to someone who bid below a leading maximum: the answer to the bid said so', async () => {
    const [person, lot] = [await ada(), await lotOf()]
    await bid(boris, lot, 50_000, one, 'maximum')
    await bid(person, lot, 15_000)
    await allRead(lot)
    expect(await noticesOf(person)).toEqual([])
  })

  test('is not sent to someone whose bid was voided', async () => {
    const [person, lot] = [await ada(), await lotOf()]
    const aukje = await castPerson(one.app.pool, { name: 'Aukje', role: 'auctioneer' })
    await bid(boris, lot, 10_000)
    await bid(person, lot, 15_000)
    const { body } = await one.call('GET', `/api/lots/${lot.lotId}/ledger`, { token: boris.token })
    const [last] = (body as { items: { line: { sequence: number } }[] }).items
    const mistake = { sequences: [last?.line.sequence], reason: 'entered by mistake' }
    const path = `/api/admin/lots/${lot.lotId}/voids`
    expect((await one.call('POST', path, { token: aukje.token, body: mistake })).status).toBe(200)
    await allRead(lot)
    expect((await noticesOf(person)).filter(({ kind }) => kind === 'outbid')).toEqual([])
  })

  test('is not queued for someone who closed the account before the loss was read', async () => {
    const [gone, here, lot] = [await ada(), await ada(), await lotOf()]
    const { db, pool } = one.app
    await pool.query(`update account set account_status = 'closed' where id = $1`, [gone.id])
    const losses = [gone, here].map(({ id }) => ({ accountId: id, sequence: 1, at: Date.now() }))
    await db.transaction().execute((trx) => keepLosses(trx, lot.lotId, losses))
    const kept = await pool.query('select account_id from outbid_wait where lot_id = $1', [lot.lotId])
    expect(kept.rows).toEqual([{ account_id: here.id }])
  })

  test('that is being recorded can be deleted when the account closes at this moment', async () => {
    const [person, lot] = [await ada(), await lotOf()]
    const { db, pool } = one.app
    const order: string[] = []
    let closing: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (trx) => {
      await keepLosses(trx, lot.lotId, [{ accountId: person.id, sequence: 1, at: Date.now() }])
      closing = pool
        .query(`update account set account_status = 'closed' where id = $1`, [person.id])
        .then(() => order.push('closed'))
      const waits = async () =>
        (
          await one.asOwner(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
             and query like 'update account set account_status%'`,
          )
        ).length
      await expect.poll(waits, SOON).toBe(1)
      order.push('kept')
    })
    await closing
    expect(order).toEqual(['kept', 'closed'])
  })

  test('goes where the person wants it: not by email, and not at all', async () => {
    const [inPage, nowhere, lot] = [await ada(), await ada(), await lotOf()]
    const choose = (who: CastMember, page: boolean) =>
      one.call('PUT', '/api/notification-choices', {
        token: who.token,
        body: { kind: 'outbid', mail: false, push: false, page },
      })
    await choose(inPage, true)
    await choose(nowhere, false)
    await bid(nowhere, lot, 10_000)
    await bid(inPage, lot, 15_000)
    await bid(boris, lot, 20_000)
    await expect.poll(async () => (await noticesOf(inPage)).length, SOON).toBe(1)
    await allRead(lot)
    expect((await noticesOf(inPage))[0]?.mail).toBeNull()
    expect(await noticesOf(nowhere)).toEqual([])
    expect([...mailsTo(inPage), ...mailsTo(nowhere)]).toEqual([])
  })

  test('reaches the person’s open pages at once', async () => {
    const [person, lot, other] = [await ada(), await lotOf(), await lotOf()]
    const watch = await watching(person, other, two)
    await bid(person, lot, 10_000)
    await bid(boris, lot, 15_000)
    await watch.until((messages) => messages.some(({ type }) => type === 'notified'))
    const { body } = await two.call('GET', '/api/notifications/unread', { token: person.token })
    expect(body).toEqual({ unread: 1 })
  })
})

test('adds nothing to a bid: no trigger and no notice is in its transaction', async () => {
  const [person, lot] = [await ada(), await lotOf()]
  const triggers = await one.app.pool.query(
    // Insert or update triggers only; changes of the ledger are refused by a trigger that no bid fires.
    `select 1 from pg_trigger where (tgrelid in ('ledger'::regclass, 'attempt'::regclass) and (tgtype & 4) > 0)
       or tgrelid = 'standing'::regclass`,
  )
  expect(triggers.rows).toEqual([])
  await bid(person, lot, 10_000, two)
  await bid(boris, lot, 15_000, two)
  const left = await one.app.pool.query(`select 1 from outbox where payload ->> 'lotId' = $1`, [lot.lotId])
  expect(left.rows).toEqual([])
})
