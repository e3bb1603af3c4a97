import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { INBOUND, openDesk, SECRET, type Opened } from '../desk.test-support.ts'

let desk: Awaited<ReturnType<typeof openDesk>>
let ticket: Opened
let replyTo: string

beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.test.close())
beforeEach(async () => {
  await desk.test.app.pool.query('delete from throttle')
  ticket = (await desk.open()).body as Opened
  await desk.answer(ticket.reference, 'Friday at ten.')
  replyTo = await replyToOf(ticket)
})

/** The reply address of our email. */
async function replyToOf({ email: to }: Opened): Promise<string> {
  return vi.waitFor(
    async () => {
      const answer = (await desk.mails(to)).find((text) => text.includes('Friday at ten'))
      return /^Reply-To: (.+)$/m.exec(answer ?? '')![1]!
    },
    { timeout: 10_000, interval: 50 },
  )
}

let count = 0
const email = (head: Record<string, string>, body: string) => {
  count += 1
  const fields = {
    From: ticket.email,
    To: replyTo,
    Subject: 'Re: When can I look at it?',
    'Message-ID': `<${count}.${ticket.reference}@example.com>`,
    Date: 'Mon, 23 Nov 2026 10:00:00 -0600',
    'Content-Type': 'text/plain; charset=utf-8',
    ...head,
  }
  return `${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n\n${body}`
}
const lastMessage = async () => (await desk.staffThread(ticket.reference)).messages.at(-1)!

describe('a reply by email', () => {
  test('reaches its thread by the address it was sent to, without the quoted text', async () => {
    expect(replyTo).toMatch(/^help\+t-[a-z0-9]{8}\.[0-9a-f]{20}@mail\.paddock\.example$/)
    const body =
      'See you then.\n\nOn Mon, Nov 23, 2026 at 9:00 AM Paddock <office@paddock.example> wrote:\n> Friday at ten.'
    const raw = email({}, body)
    expect(await desk.email(raw)).toEqual({ status: 200, body: { outcome: 'reply', reason: null } })
    expect(await lastMessage()).toMatchObject({ from: 'person', via: 'email', text: 'See you then.' })
    expect((await lastMessage()).quoted).toContain('> Friday at ten.')
    expect((await desk.thread(ticket.token)).status).toBe('open')
    expect((await desk.email(raw)).body.outcome).toBe('duplicate')
  })

  test('with only encoded HTML becomes text', async () => {
    const head = {
      Subject: '=?utf-8?Q?Re:_Gr=C3=BC=C3=9Fe?=',
      'Content-Type': 'text/html; charset=iso-8859-1',
      'Content-Transfer-Encoding': 'quoted-printable',
    }
    await desk.email(email(head, '<p>Sch=F6n, <b>thanks</b>.</p><script>alert(1)</script>'))
    expect((await lastMessage()).text).toBe('Schön, thanks.')
  })

  test('with the reference in its subject counts only from the person’s own address', async () => {
    const head = { To: INBOUND, Subject: `Re: [${ticket.reference}]` }
    expect((await desk.email(email(head, 'It is me.'))).body.outcome).toBe('reply')
    expect((await desk.email(email({ ...head, From: 'eve@example.com' }, 'It is me.'))).body.outcome).toBe('ticket')
    expect((await desk.staffThread(ticket.reference)).messages.filter(({ via }) => via === 'email')).toHaveLength(1)
  })

  test('to an address with a forged signature becomes its own ticket', async () => {
    const forged = replyTo.replace(/\.[0-9a-f]{20}@/, '.00000000000000000000@')
    expect((await desk.email(email({ To: forged }, 'Let me in.'))).body.outcome).toBe('ticket')
  })

  test('keeps images and PDF files, and names those that it does not keep', async () => {
    const pdf = Buffer.from('%PDF-1.7 a title').toString('base64')
    const program = Buffer.from('MZ a program').toString('base64')
    const part = (type: string, name: string, content: string) =>
      `--b\nContent-Type: ${type}; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${content}\n`
    const body = `--b\nContent-Type: text/plain\n\nHere it is.\n${part('application/pdf', 'title.pdf', pdf)}${part('application/octet-stream', 'run.exe', program)}--b--\n`
    await desk.email(email({ 'Content-Type': 'multipart/mixed; boundary="b"' }, body))
    const { text, files } = await lastMessage()
    expect(files).toMatchObject([{ name: 'title.pdf', type: 'pdf' }])
    expect(text).toMatch(/^Here it is\.\n\n\[Not kept: run\.exe\./)
  })
})

describe('an automated email is dropped and starts no loop:', () => {
  test.each([
    ['an absence note', { 'Auto-Submitted': 'auto-replied' }],
    ['our own email coming back', { 'Auto-Submitted': 'auto-generated' }],
    ['bulk', { Precedence: 'bulk' }],
    ['a mailing list', { 'List-Id': '<cars.example.com>' }],
    ['a bounce', { 'Return-Path': '<>' }],
    ['a delivery report', { 'Content-Type': 'multipart/report; boundary="x"' }],
    ['our own address', { From: `Paddock <${INBOUND}>` }],
  ])('%s', async (_, head: Record<string, string>) => {
    const before = (await desk.staffThread(ticket.reference)).messages.length
    expect((await desk.email(email(head, 'I am away.'))).body.outcome).toBe('dropped')
    expect((await desk.staffThread(ticket.reference)).messages).toHaveLength(before)
  })

  test('one of our reply addresses as the sender', async () => {
    expect((await desk.email(email({ From: replyTo }, 'Ping.'))).body.outcome).toBe('dropped')
  })

  test('an undetected machine, after a few', async () => {
    const outcomes = []
    for (let n = 0; n < 10; n += 1) outcomes.push((await desk.email(email({}, `Away ${n}`))).body.outcome)
    expect(outcomes.slice(-1)).toEqual(['dropped'])
  })

  test('something that is not an email', async () => {
    expect((await desk.email('hello')).body.outcome).toBe('dropped')
  })
})

test('without the secret nothing is accepted, and the reply reveals nothing', async () => {
  for (const secret of ['', 'wrong', SECRET.slice(0, -1)])
    expect((await desk.email(email({}, 'Hello'), secret)).status).toBe(401)
})

test('an email to the bare address opens a ticket, and its sender gets the reference', async () => {
  const head = { To: INBOUND, From: 'Nils Newcomer <Nils@Example.com>', Subject: 'Do you ship to Iowa?' }
  expect((await desk.email(email(head, 'Do you?'))).body.outcome).toBe('ticket')
  await expect.poll(async () => (await desk.mails('nils@example.com')).join(), { timeout: 10_000 }).toContain('[T-')
})
