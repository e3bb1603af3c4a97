import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Article } from '#contract/content/article.ts'
import type { ContentState } from '#contract/content/edit-content.ts'
import { sealNotice } from '#server/platform/notice.ts'
import type { NoticeKind, Notices } from '#server/platform/notices.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { KIND_NAMES, KINDS } from '../kinds.ts'
import { composeMail, pushMessage } from '../mail/letter.ts'
import { NOTICE_SAMPLES } from './notice-samples.ts'

let server: TestServer
let olga: CastMember

beforeAll(async () => {
  server = await openTestServer()
  olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
})

afterAll(() => server.close())

const ask = (method: string, path: string, body?: unknown) =>
  server.call(method, `/api/admin/content/${path}`, { token: olga.token, ...(body === undefined ? {} : { body }) })

async function save(kind: NoticeKind, text: string | null, outside = 'email') {
  const { latest } = (await ask('GET', `${outside}-${kind}`)).body as ContentState
  return ask('POST', `${outside}-${kind}/versions`, { versionId: randomUUID(), basedOn: latest, text, publishAt: null })
}

function mailOf<K extends NoticeKind>(kind: K, facts: Notices[K], sentAt: number | null = null) {
  const sealed = sealNotice(server.app.keys, { facts, to: null })
  return composeMail(
    server.app,
    { id: randomUUID(), kind, sealed, language: 'en', key: 'k', name: 'Ada', email: 'ada@a.example' },
    sentAt,
  )
}

describe('the text of a push message', () => {
  const pushOf = (kind: NoticeKind, facts: Notices[NoticeKind]) =>
    pushMessage(server.app, {
      id: randomUUID(),
      kind,
      sealed: sealNotice(server.app.keys, { facts, to: null }),
      language: 'en',
    })

  test('can be edited for every kind that is pushed by default; what the release says changes nothing', async () => {
    for (const kind of KIND_NAMES.filter((name) => KINDS[name].ways.push)) {
      const { shipped } = (await ask('GET', `push-${kind}`)).body as ContentState
      const said = () =>
        Promise.all(
          NOTICE_SAMPLES[kind].map(async (facts) => {
            const { title, body } = await pushOf(kind, facts)
            return [title, body]
          }),
        )
      const before = await said()
      expect([kind, (await save(kind, shipped, 'push')).status]).toEqual([kind, 200])
      expect(await said()).toEqual(before)
      await save(kind, null, 'push')
    }
    expect((await ask('GET', 'push-password-reset')).status).toBe(404)
  }, 60_000)

  test('is said in the owner’s words, with the facts of its notice, and opens the same page', async () => {
    const [facts] = NOTICE_SAMPLES.won
    const { url } = await pushOf('won', facts!)
    await save('won', '# Sold to you: lot {{lotNumber}}\n\n**Well done!** See [your invoices](/invoices).', 'push')
    const body = 'Well done! See your invoices.'
    expect(await pushOf('won', facts!)).toEqual({ title: 'Sold to you: lot 1040', body, url })
    expect((await mailOf('won', facts!)).subject).toContain('You won lot 1040')
    await save('won', null, 'push')
  })
})

describe('the text of an email', () => {
  test('can be edited for every kind; what the release says can be saved and changes nothing', async () => {
    for (const kind of KIND_NAMES) {
      const state = (await ask('GET', `email-${kind}`)).body as ContentState
      const before = await Promise.all(NOTICE_SAMPLES[kind].map((facts) => mailOf(kind, facts as never)))
      expect([kind, (await save(kind, state.shipped)).status]).toEqual([kind, 200])
      const after = await Promise.all(NOTICE_SAMPLES[kind].map((facts) => mailOf(kind, facts as never)))
      const said = (mails: typeof before) =>
        mails.map(({ subject, text }) => [subject, text.replace(/\/answer\/\S+|unsubscribe=\S+/g, '')])
      expect(said(after)).toEqual(said(before))
    }
  }, 60_000)

  test('contains the facts of its notice as fields, in the subject, the text and the HTML', async () => {
    const [facts] = NOTICE_SAMPLES.outbid
    await save(
      'outbid',
      '# {{companyName}}: bid {{nextBid}}\n\nLot {{lotNumber}} is at **{{price}}**.\n\n- See [the guide](/bidding-guide)',
    )
    const mail = await mailOf('outbid', facts!)
    expect(mail.subject).toBe('Paddock: bid $8,600.00')
    expect(mail.text).toContain('Lot 1040 is at $8,500.00.')
    expect(mail.text).toContain(`• See the guide (${server.app.config.publicUrl}/bidding-guide)`)
    expect(mail.html).toContain('Lot 1040 is at $8,500.00.')
    const { rows } = await server.app.pool.query<{ at: string }>(
      `select extract(epoch from now() - interval '1 hour') * 1000 as at`,
    )
    expect((await mailOf('outbid', facts!, Math.floor(Number(rows[0]!.at)))).subject).toContain('You’ve been outbid')
    await save('outbid', null)
    expect((await mailOf('outbid', facts!)).subject).toContain('You’ve been outbid')
  })

  test('is previewed with sample facts, and refuses a variable that its kind doesn’t have', async () => {
    const { body } = await ask('POST', 'email-won/preview', {
      text: '# {{subject}}\n\n{{invoiceTotal}} by {{invoiceDueOn}}',
    })
    expect((body as Article).title).toContain('You won lot 1040')
    expect(JSON.stringify(body)).toContain('$9,918.72 by ')
    expect(await save('won', '# {{subject}}\n\n{{nextBid}}')).toMatchObject({
      status: 409,
      body: { code: 'unknown-field' },
    })
  })

  test('of a sale undone because it wasn’t paid says that its late fees are still due, and of a mistake doesn’t', async () => {
    const lot = { lotId: randomUUID(), lotNumber: 1009, title: '1966 Wagon', currency: 'USD', reason: 'Not reached.' }
    const text = async (defaulted: boolean) => (await mailOf('sale-voided', { ...lot, defaulted })).text
    expect(await text(true)).toContain('Late fees and storage charged so far are still due.')
    expect(await text(false)).not.toContain('Late fees')
  })

  test('of a closed account asks for nothing that takes an account', async () => {
    const { subject, text } = await mailOf('account-security', { what: 'Your personal data is deleted.', closed: true })
    expect(subject).toBe('Your account is closed')
    expect(text).toContain('/contact')
    expect(text).not.toMatch(/password|\/profile/)
  })

  test('never contains a link that acts for its reader', async () => {
    for (const kind of KIND_NAMES) {
      const { fields } = (await ask('GET', `email-${kind}`)).body as ContentState
      expect(JSON.stringify(fields)).not.toMatch(/#token|ticket=secret|stop=token/)
      expect(fields.map(({ name }) => name)).not.toEqual(expect.arrayContaining([expect.stringMatching(/link|Id$/)]))
    }
  })
})
