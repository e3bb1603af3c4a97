import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Closing } from '#contract/calendar/calendar.ts'
import { openMailbox, secretIn } from '#server/accounts/mailbox.test-support.ts'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson, openSession, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'

const HOUR_MS = 3_600_000

let server: TestServer
let ada: CastMember

beforeAll(async () => {
  server = await openTestServer()
  ada = await castPerson(server.app.pool, { name: 'Ada' })
})
afterAll(() => server?.close())

type Member = { token: string }

const watch = (who: Member, { lotId }: CastLot, watching = true) =>
  server.call('PUT', `/api/lots/${lotId}/watch`, { token: who.token, body: { watching } })

async function subscribe(who: Member): Promise<string> {
  const made = await server.call('POST', '/api/calendar/subscription', { token: who.token })
  expect(made.status).toBe(201)
  return new URL((made.body as { url: string }).url).pathname
}

async function fetchText(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + path, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Read by an independent parser. */
async function eventsOf(path: string): Promise<ICAL.Event[]> {
  const { status, text } = await fetchText(path)
  expect(status, text).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(text) as object[])
  return calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
}

async function eventOf(path: string, lot: CastLot): Promise<ICAL.Event | undefined> {
  return (await eventsOf(path)).find(({ uid }) => uid === `lot-${lot.lotId}@paddock`)
}

const statusOf = (event: ICAL.Event | undefined) => event?.component.getFirstPropertyValue('status')

describe('the private feed', () => {
  test('contains auctions and the lots its owner follows, opens without a session, and has no prices', async () => {
    const [bidOn, watched, other] = [await castLot(server.app), await castLot(server.app), await castLot(server.app)]
    expect((await sendBid(server, ada, bidOn, 'maximum', 7_654_300)).status).toBe(200)
    await watch(ada, watched)
    const address = await subscribe(ada)
    const uids = (await eventsOf(address)).map(({ uid }) => uid)
    expect(uids).toContain(`lot-${bidOn.lotId}@paddock`)
    expect(uids).toContain(`lot-${watched.lotId}@paddock`)
    expect(uids).not.toContain(`lot-${other.lotId}@paddock`)
    expect(uids).toContain(`auction-${other.auctionId}@paddock`)
    const { text, headers } = await fetchText(address)
    expect(headers.get('content-type')).toContain('text/calendar')
    expect(text).not.toMatch(/\b7654300\b|\b76[,.]?543\b|USD|\$|paddle/i)
  })

  test('reports a change once, with a higher sequence, and the same bytes while nothing changes', async () => {
    const boris = await castPerson(server.app.pool, { name: 'Boris' })
    const aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
    const lot = await castLot(server.app)
    await watch(boris, lot)
    const address = await subscribe(boris)
    const before = await eventOf(address, lot)
    expect([before?.sequence, statusOf(before)]).toEqual([0, 'CONFIRMED'])

    const first = await fetchText(address)
    const tag = first.headers.get('etag')!
    for (const held of [tag, `W/${tag}`, `"older", ${tag}`, '*']) {
      const again = await fetchText(address, { 'if-none-match': held })
      expect([again.status, again.text], held).toEqual([304, ''])
    }
    expect(Number.isNaN(Date.parse(first.headers.get('last-modified') ?? ''))).toBe(false)

    const closesAt = lot.terms.scheduledCloseAt! + 2 * HOUR_MS
    const extension = { token: aukje.token, body: { reason: 'The yard was closed', closesAt } }
    expect((await server.call('POST', `/api/admin/lots/${lot.lotId}/extension`, extension)).status).toBe(200)
    const moved = await eventOf(address, lot)
    expect(moved?.sequence).toBe(1)
    expect(moved!.startDate.toUnixTime() - before!.startDate.toUnixTime()).toBe((2 * HOUR_MS) / 1000)
    expect((await eventOf(address, lot))?.sequence).toBe(1)
  })

  test('cancels a withdrawn lot and one its owner stopped watching, and restores it', async () => {
    const chidi = await castPerson(server.app.pool, { name: 'Chidi' })
    const aukje = await castPerson(server.app.pool, { name: 'Aukje', role: 'auctioneer' })
    const [withdrawn, left] = [await castLot(server.app), await castLot(server.app)]
    await watch(chidi, withdrawn)
    await watch(chidi, left)
    const address = await subscribe(chidi)
    await eventsOf(address)
    const reason = { token: aukje.token, body: { reason: 'The seller withdrew' } }
    await server.call('POST', `/api/admin/lots/${withdrawn.lotId}/withdrawal`, reason)
    await watch(chidi, left, false)
    for (const lot of [withdrawn, left]) {
      const event = await eventOf(address, lot)
      expect([statusOf(event), event?.sequence]).toEqual(['CANCELLED', 1])
    }
    await watch(chidi, left)
    const back = await eventOf(address, left)
    expect([statusOf(back), back?.sequence]).toEqual(['CONFIRMED', 2])
  })

  test('has an address that stops working when another is created, when it is revoked, and with the account', async () => {
    const dana = await castPerson(server.app.pool, { name: 'Dana' })
    const first = await subscribe(dana)
    const second = await subscribe(dana)
    expect([(await fetchText(first)).status, (await fetchText(second)).status]).toEqual([404, 200])
    const state = await server.call('GET', '/api/calendar/subscription', { token: dana.token })
    expect(state.body).toMatchObject({ feed: { readAt: expect.any(Number) as number } })
    await server.app.pool.query(`update account set account_status = 'suspended' where id = $1`, [dana.id])
    expect((await fetchText(second)).status).toBe(404)
    await server.app.pool.query(`update account set account_status = 'active' where id = $1`, [dana.id])
    await server.call('DELETE', '/api/calendar/subscription', { token: dana.token })
    expect((await fetchText(second)).status).toBe(404)
    const stored = await server.app.pool.query('select * from calendar_feed')
    expect(JSON.stringify(stored.rows)).not.toContain(second.split('/')[4])
  })

  test('has an address that ends with all sessions, and its owner sees that it did', async () => {
    const { pool } = server.app
    const farah = await castPerson(pool, { name: 'Farah' })
    const owner = await castPerson(pool, { name: 'Olga', role: 'owner' })
    const box = openMailbox(server)
    const ends: Record<string, () => Promise<{ status: number }>> = {
      'by a new password': async () => {
        await server.call('POST', '/api/password-reset-requests', { body: { email: farah.email } })
        const token = secretIn(await box.mail(farah.id, 'password-reset'))
        return server.call('POST', '/api/password-resets', { body: { token, password: 'seven calm herons' } })
      },
      'by our team': () =>
        server.call('POST', `/api/admin/accounts/${farah.id}/session-endings`, {
          token: owner.token,
          body: { reason: 'Lost phone' },
        }),
      everywhere: () => server.call('DELETE', '/api/sessions', { token: farah.token }),
    }
    for (const [name, end] of Object.entries(ends)) {
      const address = await subscribe(farah)
      expect((await fetchText(address)).status, name).toBe(200)
      expect((await end()).status, name).toBeLessThan(300)
      expect((await fetchText(address)).status, name).toBe(404)
      farah.token = await openSession(pool, farah.id)
      const state = await server.call('GET', '/api/calendar/subscription', { token: farah.token })
      expect(state.body, name).toMatchObject({ feed: { endedAt: expect.any(Number) as number } })
    }
    expect((await fetchText(await subscribe(farah))).status).toBe(200)
    const again = await server.call('GET', '/api/calendar/subscription', { token: farah.token })
    expect(again.body).toMatchObject({ feed: { endedAt: null } })
  })

  test('is rate limited', async () => {
    const elif = await castPerson(server.app.pool, { name: 'Elif' })
    const address = await subscribe(elif)
    const answers = []
    for (let read = 0; read < 21; read++) answers.push((await fetchText(address)).status)
    expect(answers.filter((status) => status === 429)).toHaveLength(1)
  })
})

describe('a calendar file', () => {
  test('keeps the instant of each auction across a clock change, folds long lines and escapes special characters', async () => {
    const title = `Sommer; Winter, "Zeit" \\ ${'Umstellung — große Klassiker und Nutzfahrzeuge, '.repeat(4)}`
    // Clocks in Amsterdam go from 03:00 to 02:00 on October 25, 2026, at 01:00 UTC: half past two occurs twice.
    for (const at of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2027-03-28T01:30:00Z']) {
      const { auctionId } = await castLot(server.app)
      await server.app.pool.query(
        `update auction set title = $2, starts_at = $3, ends_at = $4, description = E'One\\nTwo; three', opens_at = $3
         where id = $1`,
        [auctionId, title, at, new Date(Date.parse(at) + 3 * HOUR_MS).toISOString()],
      )
      const path = `/api/auctions/${auctionId}/calendar.ics`
      const [event] = await eventsOf(path)
      expect(event?.startDate.toJSDate().toISOString()).toBe(new Date(at).toISOString())
      expect(event?.duration.toSeconds()).toBe((3 * HOUR_MS) / 1000)
      expect(event?.summary).toBe(`Timed auction: ${title}`)
      expect(event?.description).toContain('One\nTwo; three')
      const { text } = await fetchText(path)
      const lines = text.split('\r\n')
      expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
      expect(text).not.toMatch(/[^\r]\n/)
    }
  })

  test('of a lot shows anyone its current end, and does not exist for what is not published', async () => {
    const lot = await castLot(server.app)
    const [event] = await eventsOf(`/api/lots/${lot.lotId}/calendar.ics`)
    expect(event?.summary).toBe(`Lot ${lot.lotNumber} closes: 2010 Kiri Urban`)
    expect(event?.startDate.toUnixTime()).toBe(Math.floor(lot.terms.scheduledCloseAt! / 60_000) * 60)
    for (const path of ['lots', 'auctions'])
      expect((await fetchText(`/api/${path}/${randomUUID()}/calendar.ics`)).status).toBe(404)
  })
})

describe('the closing planner', () => {
  test('shows when the lots you follow are likely to close, and which of them at nearly the same time', async () => {
    const fay = await castPerson(server.app.pool, { name: 'Fay' })
    const [near, nearer, far] = [
      await castLot(server.app, { closesInMs: HOUR_MS }),
      await castLot(server.app, { closesInMs: HOUR_MS + 120_000 }),
      await castLot(server.app, { closesInMs: 5 * HOUR_MS }),
    ]
    for (const lot of [far, near, nearer]) await watch(fay, lot)
    const answer = await server.call('GET', '/api/calendar/closings', { token: fay.token })
    const { items } = answer.body as { items: Closing[] }
    expect(items.map(({ lotId }) => lotId)).toEqual([near, nearer, far].map(({ lotId }) => lotId))
    expect(items.map(({ clashes }) => clashes)).toEqual([[nearer.lotNumber], [near.lotNumber], []])
    expect(items[0]).toMatchObject({ follows: 'watching', closesAt: near.terms.scheduledCloseAt })
  })

  test('counts the earlier lots of a live auction', async () => {
    const gus = await castPerson(server.app.pool, { name: 'Gus' })
    const auctionId = randomUUID()
    const lots: CastLot[] = []
    for (const position of [1, 2, 3, 4])
      lots.push(await castLot(server.app, { auctionKind: 'live', auctionId, position, liveStartMs: 600_000 }))
    await expect
      .poll(async () => {
        const standings = await server.call('GET', `/api/standings?auction=${auctionId}`, { token: gus.token })
        return (standings.body as { items: { status: string }[] }).items[0]?.status
      })
      .toBe('open')
    await watch(gus, lots[3]!)
    const answer = await server.call('GET', '/api/calendar/closings', { token: gus.token })
    const [only] = (answer.body as { items: Closing[] }).items
    const now = (answer.body as { serverTime: number }).serverTime
    expect(only!.closesAt).toBeNull()
    // The lot on the block, and then three more of at least ten minutes each.
    expect(only!.earliestAt).toBeGreaterThan(now + 39 * 60_000)
    expect(only!.earliestAt).toBeLessThan(now + 41 * 60_000)
  })
})

test('the calendar lists the makes of each auction', async () => {
  const { auctionId } = await castLot(server.app)
  const answer = await server.call('GET', `/api/calendar?from=${Date.now() - HOUR_MS}&to=${Date.now() + HOUR_MS}`)
  const { items } = answer.body as { items: { id: string; makes: string[] }[] }
  expect(items.find(({ id }) => id === auctionId)?.makes).toEqual(['Kiri'])
})
