import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/id.ts'
import { messageOf } from '#server/platform/mail/mail.ts'
import { notify, type Notice, type NoticeKind } from '#server/platform/notice.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openHouse, type TestHouse } from '#test/harness/house.ts'
import { openPostOffice, type PostOffice, type Received } from '../post-office.test-model.ts'
import { messageIdOf } from './letter.ts'
import { NOTICE_SAMPLES } from './notice-samples.test-model.ts'

let post: PostOffice
let place: TestHouse
let ada: CastMember

const SOON = { timeout: 20_000 }

/** Every kind that goes out by email unless its reader chose otherwise, in every form that its words take. */
const MAILED = Object.entries(NOTICE_SAMPLES).flatMap(([kind, samples]) =>
  kind === 'sale-message' ? [] : samples.map((facts, at) => ({ kind: kind as NoticeKind, at, facts, key: newId() })),
)

beforeAll(async () => {
  post = await openPostOffice()
  place = await openHouse({ config: { smtpUrl: post.url, mailFrom: 'Paddock <office@paddock.example>' } })
  ada = await castPerson(place.house.pool, { name: 'Ada' })
  await tell(MAILED)
})

afterAll(async () => {
  await place?.close()
  await post?.close()
})

async function tell(notices: readonly Omit<Notice, 'accountId'>[]): Promise<void> {
  const { house } = place
  await house.db.transaction().execute(async (trx) => {
    for (const notice of notices) await notify(house, trx, { ...notice, accountId: ada.id })
  })
  await house.outbox.drain()
}

async function received(key: string): Promise<Received> {
  const find = () => post.received.find(({ messageId }) => messageId === messageIdOf(place.house, key))
  await expect.poll(find, SOON).toBeDefined()
  return find()!
}

describe('every kind of mail', () => {
  test.each(MAILED)('$kind ($at) reaches the address of its reader and says what it is about', async ({ key }) => {
    const mail = await received(key)
    expect(mail.to).toBe(ada.email)
    expect(mail.text).toMatch(new RegExp(`^To: Ada .*<${ada.email}>`, 'm'))
    expect(mail.text).toMatch(/^From: Paddock <office@paddock\.example>/m)
    expect(mail.subject.length).toBeGreaterThan(8)
    expect(mail.text).not.toMatch(/undefined|null|NaN|\[object/)
  })
})

test('a mail to another address than the account’s goes there and nowhere else', async () => {
  const key = newId()
  await tell([{ kind: 'email-confirmation', key, facts: { link: '/confirm#token' }, to: 'new@ada.example' }])
  const mail = await received(key)
  expect(mail.to).toBe('new@ada.example')
})

test.each(['bidder', 'Bob Buyer', 'bob@', '@bob.example', 'bob@example com', 'a@b.example, c@d.example', ''])(
  'a mail to “%s”, which is no address, never leaves',
  (address) => {
    const mail = { messageId: 'm@x', from: { name: 'Paddock', address: 'office@paddock.example' } }
    const to = { name: 'Bob Buyer', address }
    expect(() => messageOf({ ...mail, to, subject: 'Hello', text: 'x', html: 'x' })).toThrow(/no valid email address/)
  },
)
