import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/id.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { openPostOffice, type PostOffice } from '../post-office.test-model.ts'

let post: PostOffice
let house: TestHouse
let rita: CastMember

beforeAll(async () => {
  post = await openPostOffice()
  const config = { smtpUrl: post.url, mailFrom: 'Paddock <office@paddock.example>' }
  house = await openHouse({ config })
  rita = await castPerson(house.house.pool, { name: 'Rita', role: 'reviewer' })
})

afterAll(async () => {
  await house?.close()
  await post?.close()
})

const mailsTo = ({ email }: CastMember) => post.received.filter(({ to }) => to === email)

async function setStatus({ id }: CastMember, accountStatus: string): Promise<void> {
  const body = { accountStatus, reason: 'Fraud desk, case 7' }
  const { status } = await house.call('PATCH', `/api/admin/accounts/${id}`, { token: rita.token, body })
  expect(status).toBe(200)
}

async function bid({ token }: CastMember, { lotId }: CastLot): Promise<void> {
  const body = { bidId: randomUUID(), kind: 'firm', amount: 10_000 }
  expect((await house.call('POST', `/api/lots/${lotId}/bids`, { token, body })).status).toBe(200)
}

/** A suspension ends every session. */
async function signInAgain({ id, token }: CastMember): Promise<void> {
  await house.house.pool.query(
    `insert into session (id, account_id, token_hash, confirmed_at, expires_at)
     values ($1, $2, $3, clock_timestamp(), clock_timestamp() + interval '1 day')`,
    [newId(), id, createHash('sha256').update(token).digest()],
  )
}

test('a suspended person gets one email: which bids were voided and why, and that they can still sign in and pay', async () => {
  const sven = await castPerson(house.house.pool, { name: 'Sven' })
  const [before, open] = [await castLot(house.house), await castLot(house.house)]
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
  // Why staff suspended the account is a note of theirs.
  expect(second!.read).not.toContain('Fraud desk')
})

test('a suspended person without bids is told as well; a change of the limit alone tells nothing', async () => {
  const tess = await castPerson(house.house.pool, { name: 'Tess' })
  const limit = { biddingLimit: 5_000_000, reason: 'Asked by telephone' }
  await house.call('PATCH', `/api/admin/accounts/${tess.id}`, { token: rita.token, body: limit })
  await setStatus(tess, 'suspended')
  await setStatus(tess, 'suspended')
  await expect.poll(() => mailsTo(tess).length, { timeout: 10_000 }).toBe(1)
  await house.house.outbox.drain()
  expect(mailsTo(tess)).toHaveLength(1)
  expect(mailsTo(tess)[0]!.read).not.toContain('voided')
})
