import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/id.ts'
import { sendBid } from '#test/bidding-stage.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { openPostOffice, type PostOffice } from '../post-office.test-support.ts'

let post: PostOffice
let server: TestServer
let rita: CastMember

beforeAll(async () => {
  post = await openPostOffice()
  const config = { smtpUrl: post.url, mailFrom: 'Paddock <office@paddock.example>' }
  server = await openTestServer({ config })
  rita = await castPerson(server.app.pool, { name: 'Rita', role: 'reviewer' })
})

afterAll(async () => {
  await server?.close()
  await post?.close()
})

const mailsTo = ({ email }: CastMember) => post.received.filter(({ to }) => to === email)

async function setStatus({ id }: CastMember, accountStatus: string): Promise<void> {
  const body = { accountStatus, reason: 'Fraud desk, case 7' }
  const { status } = await server.call('PATCH', `/api/admin/accounts/${id}`, { token: rita.token, body })
  expect(status).toBe(200)
}

async function bid(who: CastMember, lot: CastLot): Promise<void> {
  expect((await sendBid(server, who, lot, 'firm', 10_000)).status).toBe(200)
}

/** A suspension ends every session. */
async function signInAgain({ id, token }: CastMember): Promise<void> {
  await server.app.pool.query(
    `insert into session (id, account_id, token_hash, confirmed_at, expires_at)
     values ($1, $2, $3, clock_timestamp(), clock_timestamp() + interval '1 day')`,
    [newId(), id, createHash('sha256').update(token).digest()],
  )
}

test('a suspended person gets one email: which bids were voided and why, and that they can still sign in and pay', async () => {
  const sven = await castPerson(server.app.pool, { name: 'Sven' })
  const [before, open] = [await castLot(server.app), await castLot(server.app)]
  await bid(sven, before)
  await setStatus(sven, 'suspended')
  await expect.poll(() => mailsTo(sven).length, { timeout: 10_000 }).toBe(1)
  await setStatus(sven, 'active')
  await signInAgain(sven)
  await bid(sven, open)
  await setStatus(sven, 'suspended')
  await expect.poll(() => mailsTo(sven).length, { timeout: 10_000 }).toBe(2)
  const [first, second] = mailsTo(sven)
  expect(first!.read).toContain(`Lot ${before.lotNumber}`)
  expect(second!.subject).toContain('Your account is suspended')
  expect(second!.read).toContain(`Lot ${open.lotNumber}`)
  expect(second!.read).not.toContain(`Lot ${before.lotNumber}`)
  expect(second!.read).toContain('The bidder’s account was suspended')
  expect(second!.read).toContain('You can still sign in, read your invoices and pay them.')
  // The staff's reason for a suspension is an internal note.
  expect(second!.read).not.toContain('Fraud desk')
})

test('a suspended person without bids is notified as well; a change of the limit alone notifies nobody', async () => {
  const tess = await castPerson(server.app.pool, { name: 'Tess' })
  const limit = { biddingLimit: 5_000_000, reason: 'Asked by telephone' }
  await server.call('PATCH', `/api/admin/accounts/${tess.id}`, { token: rita.token, body: limit })
  await setStatus(tess, 'suspended')
  await setStatus(tess, 'suspended')
  await expect.poll(() => mailsTo(tess).length, { timeout: 10_000 }).toBe(1)
  await server.app.outbox.drain()
  expect(mailsTo(tess)).toHaveLength(1)
  expect(mailsTo(tess)[0]!.read).not.toContain('voided')
})
