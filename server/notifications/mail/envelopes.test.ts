import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NoticeChoice } from '#contract/notifications/notifications.ts'
import { newId } from '#server/platform/id.ts'
import { messageOf } from '#server/platform/mail/mail.ts'
import { notify, type Notice } from '#server/platform/notice.ts'
import type { NoticeKind } from '#server/platform/notices.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { isOptional } from '../kinds.ts'
import { openPostOffice, type PostOffice, type Received } from '../post-office.test-support.ts'
import { messageIdOf } from './letter.ts'
import { NOTICE_SAMPLES } from '../texts/notice-samples.ts'

let post: PostOffice
let place: TestServer
let ada: CastMember

const SOON = { timeout: 20_000 }

/** Every kind that is emailed by default, in every variant of its text. */
const MAILED = Object.entries(NOTICE_SAMPLES).flatMap(([kind, samples]) =>
  kind === 'auction-message' ? [] : samples.map((facts, at) => ({ kind: kind as NoticeKind, at, facts, key: newId() })),
)

beforeAll(async () => {
  post = await openPostOffice()
  place = await openTestServer({ config: { smtpUrl: post.url, mailFrom: 'Paddock <office@paddock.example>' } })
  ada = await castPerson(place.app.pool, { name: 'Ada' })
  await record(MAILED)
})

afterAll(async () => {
  await place?.close()
  await post?.close()
})

async function record(notices: readonly Omit<Notice, 'accountId'>[]): Promise<void> {
  const { app } = place
  await app.db.transaction().execute(async (trx) => {
    for (const notice of notices) await notify(app, trx, { ...notice, accountId: ada.id })
  })
  await app.outbox.drain()
}

async function received(key: string): Promise<Received> {
  const find = () => post.received.find(({ messageId }) => messageId === messageIdOf(place.app, key))
  await expect.poll(find, SOON).toBeDefined()
  return find()!
}

describe('every kind of email', () => {
  test.each(MAILED)('$kind ($at) reaches its recipient’s address and says what it is about', async ({ key }) => {
    const mail = await received(key)
    expect(mail.to).toBe(ada.email)
    expect(mail.text).toMatch(new RegExp(`^To: Ada .*<${ada.email}>`, 'm'))
    expect(mail.text).toMatch(/^From: Paddock <office@paddock\.example>/m)
    expect(mail.subject.length).toBeGreaterThan(8)
    // A token in a link may spell any word.
    const withoutLinks = `${mail.subject} ${mail.read}`.replaceAll(/https?:\/\/\S+/g, '')
    expect(withoutLinks).not.toMatch(/undefined|null|NaN|\[object/)
  })

  test.each(MAILED)(
    '$kind ($at) can be turned off by one press, unless it protects the account',
    async ({ kind, key }) => {
      const { text } = await received(key)
      const head = text.slice(0, text.indexOf('\r\n\r\n')).replaceAll(/\r?\n[ \t]/g, '')
      const url = /^List-Unsubscribe: ?<(.+)>$/m.exec(head)?.[1] ?? 'none'
      const { publicUrl } = place.app.config
      expect(url).toMatch(isOptional(kind) ? new RegExp(`^${publicUrl}/unsubscribe/[A-Za-z0-9_-]{40,}$`) : /^none$/)
      expect(head.includes('List-Unsubscribe=One-Click')).toBe(isOptional(kind))
    },
  )

  test('shows instants in the company’s time zone, and a due date as a day', async () => {
    const [outbid, invoice] = ['outbid', 'invoice'].map((kind) => MAILED.find((one) => one.kind === kind)!)
    expect((await received(outbid!.key)).read).toMatch(/Wednesday, November 25, 2099 at 11:59\sPM CST/)
    expect((await received(invoice!.key)).read).toMatch(
      /\$9,918\.72 for lot 1040, 2018 Volvo V60 T6, is due by November 25, 2099\./,
    )
  })

  test('is no longer sent after one press in the email program, and other kinds still are', async () => {
    const key = newId()
    await record([{ kind: 'fee-receipt', key, facts: { amount: 1, currency: 'USD', paymentId: 'P-2' } }])
    const { text } = await received(key)
    const path = /\/unsubscribe\/[A-Za-z0-9_-]+/.exec(text.replaceAll(/=?\r?\n[ \t]?/g, ''))![0]
    const press = (at: string) =>
      fetch(place.url + at, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
    expect((await press(`${path.slice(0, -4)}AAAA`)).status).toBe(404)
    expect((await press(path)).status).toBe(204)
    expect((await press(path)).status).toBe(204)
    const choices = await place.call('GET', '/api/notification-choices', { token: ada.token })
    const off = (choices.body as { items: NoticeChoice[] }).items.filter(({ mail }) => !mail).map(({ kind }) => kind)
    expect(off).toEqual(['fee-receipt', 'auction-message'])
  })

  test('opened by a program that follows links, the link turns nothing off', async () => {
    const seen = await fetch(`${place.url}/unsubscribe/x`, { redirect: 'manual' })
    expect([seen.status, seen.headers.get('location')]).toEqual([303, '/?unsubscribe=x'])
  })
})

test('an email to another address than the account’s goes there and nowhere else', async () => {
  const key = newId()
  await record([{ kind: 'email-confirmation', key, facts: { link: '/confirm#token' }, to: 'new@ada.example' }])
  const mail = await received(key)
  expect(mail.to).toBe('new@ada.example')
})

test.each(['bidder', 'Bob Buyer', 'bob@', '@bob.example', 'bob@example com', 'a@b.example, c@d.example', ''])(
  'an email to “%s”, which is not an address, is never sent',
  (address) => {
    const mail = { messageId: 'm@x', from: { name: 'Paddock', address: 'office@paddock.example' } }
    const to = { name: 'Bob Buyer', address }
    expect(() =>
      messageOf({ ...mail, to, subject: 'Hello', text: 'x', html: 'x', replyTo: null, unsubscribeUrl: null }),
    ).toThrow(/no valid email address/)
  },
)
