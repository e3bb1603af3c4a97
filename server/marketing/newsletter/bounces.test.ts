import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MailRefused } from '#server/platform/mail/mail.ts'
import type { CastMember } from '#test/cast.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import { recipientOf, returnAddress } from './bounces.ts'
import { emailsOf, INBOUND, openNewsroom } from './newsroom.test-support.ts'

let news: Awaited<ReturnType<typeof openNewsroom>>
let server: TestServer
let olga: CastMember
let people: CastMember[]

beforeAll(async () => {
  news = await openNewsroom()
  ;({ server, olga, people } = news)
})
afterAll(() => news.close())
beforeEach(() => news.reset())

describe('an address that takes no email', () => {
  const report = (to: string, status: string) =>
    [
      'Return-Path: <>',
      'From: MAILER-DAEMON@mx.example.com',
      `To: ${to}`,
      'Subject: Undelivered Mail Returned to Sender',
      'Auto-Submitted: auto-replied',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b\r\nContent-Type: text/plain\r\n\r\nSorry.',
      `--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\nAction: failed\r\nStatus: ${status}`,
      '--b--',
      '',
    ].join('\r\n')

  async function inbound(raw: string) {
    const headers = { 'content-type': 'message/rfc822', 'x-paddock-secret': INBOUND.secret }
    const answer = await fetch(`${server.url}/api/inbound-email`, { method: 'POST', headers, body: raw })
    return ((await answer.json()) as { outcome: string }).outcome
  }

  test('gets no more newsletters after a hard bounce, and staff see it; a full mailbox changes nothing', async () => {
    const [ada, boris] = people as [CastMember, CastMember]
    const id = await news.due()
    await news.send()
    const returnTo = (who: CastMember) => news.post.sent.find(({ to }) => to.address === who.email)!.returnTo!
    expect(await inbound(report(returnTo(boris), '5.2.2'))).toBe('bounce')
    expect(await inbound(report(returnTo(ada), '5.1.1'))).toBe('bounce')
    expect(await inbound(report(returnTo(boris).replace(/\.[0-9a-f]{16}@/, '.0000000000000000@'), '5.1.1'))).toBe(
      'dropped',
    )
    expect(await news.choiceOf(ada)).toEqual({ subscribed: true, isUndeliverable: true })
    expect(await news.read(id)).toMatchObject({ sent: 2, undelivered: 1 })
    const listed = await server.call('GET', '/api/admin/undeliverable-emails', { token: olga.token })
    expect(listed.body).toMatchObject({
      items: [{ email: ada.email, person: 'Ada', reason: 'Bounced with status 5.1.1.' }],
    })
    news.post.sent = []
    await news.due()
    await news.send()
    expect(news.addresses()).toEqual(emailsOf(people.slice(1)))
    await news.choose(ada, true)
    expect(await news.choiceOf(ada)).toEqual({ subscribed: true, isUndeliverable: false })
  })

  test('gets no more newsletters after the mail server refused it at once', async () => {
    const [ada] = people as [CastMember]
    news.post.onSend = ({ to }) => {
      if (to.address === ada.email) throw new MailRefused('550 5.1.1 No such user')
    }
    const id = await news.due()
    await news.send()
    expect(await news.read(id)).toMatchObject({ status: 'sent', sent: 2, undelivered: 1 })
    expect(await news.choiceOf(ada)).toMatchObject({ isUndeliverable: true })
  })

  test('is known by its return address, which fits into 64 characters', () => {
    const id = '019ab000-0000-7000-8000-000000000001'
    const address = returnAddress(server.app, id)!
    expect(address.split('@')[0]!.length).toBeLessThanOrEqual(64)
    expect(recipientOf(server.app, ['help@mail.paddock.example', address.toUpperCase()])).toBe(id)
  })
})
