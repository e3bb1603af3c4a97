import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '#contract/platform/languages.ts'
import type { AssistantAnswer } from '#contract/support/assistant.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { isGreeting } from '#contract/support/spelling.ts'
import type { TestServer } from '#test/harness/test-server.ts'
import type { CastLot } from '#test/inventory.ts'
import { replyFrom } from '#web/support/assistant/ask.ts'
import type { Knowledge } from '#web/support/assistant/retrieve.ts'
import { knowledgeIn, openStage } from './stage.test-support.ts'

let stage: Awaited<ReturnType<typeof openStage>>
let server: TestServer
let knowledge: Knowledge
let ada: CastMember
let boris: CastMember
let lots: Record<string, CastLot>
const filled = (text: string) => stage.filled(text)

beforeAll(async () => {
  stage = await openStage()
  ;({ server, knowledge, ada, boris, lots } = stage)
})
afterAll(() => server.close())

async function answerTo(question: string, who: CastMember | null = ada): Promise<AssistantAnswer | null> {
  const options = who === null ? {} : { token: who.token }
  const body = { question: filled(question), passages: [] }
  const { body: reply } = await server.call('POST', '/api/assistant/answers', { ...options, body })
  return (reply as { answer: AssistantAnswer | null }).answer
}

describe('a question about oneself', () => {
  test('is not taken for one about the place of a car when it asks for days or fees', async () => {
    for (const question of [
      'how many days do I have to collect my car before storage starts',
      'what do I bring when I collect my car',
    ])
      expect(await answerTo(question), question).toBeNull()
  })

  test('is not taken for one about an unpaid invoice when it asks about taxes', async () => {
    for (const question of ['I live in Oregon, do I owe sales tax', 'how much tax do I owe on a $5,000 car'])
      expect(await answerTo(question), question).toBeNull()
  })

  test('is not taken for one about their lots when it asks why bids are answered at once', async () => {
    expect(await answerTo('why was I outbid instantly', null)).toBeNull()
  })

  test('asks a visitor to sign in, but says when a lot closes, which is public', async () => {
    expect(await answerTo('do I owe anything?', null)).toMatchObject({ sources: [{ to: '/auth' }] })
    expect((await answerTo('when does lot {open} close?', null))?.text).toContain('closes')
  })

  test('is never answered for another person', async () => {
    const answers = [await answerTo('which lots am I leading', boris), await answerTo('do I owe anything?', boris)]
    expect(answers.map((answer) => answer?.text)).toEqual([
      expect.not.stringContaining(String(lots['open']!.lotNumber)),
      'You don’t owe anything. All your invoices are paid.',
    ])
    expect((await answerTo('where do I pick up lot {won}', boris))?.text).toContain('You haven’t won')
  })

  test('names no price to people who may not see prices', async () => {
    const { id, token } = await castPerson(server.app.pool, {
      name: 'Chidi',
      hasPaid: false,
      verification: 'pending',
    })
    const { lotId, lotNumber } = lots['outbid']!
    await server.app.pool.query('insert into participation (bidder_id, lot_id, first_at_ms) values ($1, $2, 1)', [
      id,
      lotId,
    ])
    const body = { question: `why was I outbid on lot ${lotNumber}?`, passages: [] }
    const { body: reply } = await server.call('POST', '/api/assistant/answers', { token, body })
    expect((reply as { answer: AssistantAnswer }).answer.text).toMatch(/outbid on lot/)
    expect(JSON.stringify(reply)).not.toContain('$')
  })
})

describe('what is on sale', () => {
  test('is counted and named, with a link to the search', async () => {
    const answer = await answerTo('do you have any Kiri SUVs?', null)
    expect(answer?.text).toMatch(/^\d+ lots on sale match “kiri suv”\.$/)
    expect(answer?.sources.map(({ to }) => to)).toEqual([
      expect.stringMatching(/^\/lot\/\d+$/),
      expect.stringMatching(/^\/lot\/\d+$/),
      '/?q=kiri+suv',
    ])
    // Not the Kiris, whose spelling is close.
    for (const [make, word] of [
      ['Porsches', 'porsche'],
      ['Kias', 'kia'],
    ] as const)
      expect((await answerTo(`got any ${make}?`, null))?.text).toBe(`Nothing on sale now matches “${word}”.`)
    expect((await answerTo('got any Kias?'))?.text).toContain('Save the search')
    await server.app.pool.query('update auction set lot_count = 1')
    expect((await answerTo('when is the next auction?', null))?.text).toContain('Thursday auction (1 lot) is open')
  })

  test('names no time that has passed for the lots of a timed auction', async () => {
    const { pool } = server.app
    const { rows } = await pool.query<{ id: string; starts: string; ends: string }>(
      `select id, starts_at::text as starts, ends_at::text as ends from auction where kind = 'timed'`,
    )
    const closing = async (starts: string, ends: string) => {
      await pool.query(
        `update auction set starts_at = clock_timestamp() + $1::interval, ends_at = clock_timestamp() + $2::interval
         where id = any($3)`,
        [starts, ends, rows.map(({ id }) => id)],
      )
      return (await answerTo('when is the next auction?', null))?.text
    }
    expect(await closing('1 hour', '2 hours')).toContain('its lots close from')
    const begun = await closing('-10 minutes', '2 hours')
    expect(begun).toContain('its last lot closes')
    expect(begun).not.toContain('close from')
    expect(await closing('-10 minutes', '-1 minute')).toContain('is open for bids; its last lots are closing.')
    for (const { id, starts, ends } of rows)
      await pool.query('update auction set starts_at = $2, ends_at = $3 where id = $1', [id, starts, ends])
  })

  test('is narrowed by price only for people who may see prices', async () => {
    const [member, visitor] = [await answerTo('any cars under $150?'), await answerTo('any cars under $150?', null)]
    expect(member?.sources.at(-1)?.to).toBe('/?price=-150&sort=ending')
    expect(visitor?.sources.at(-1)?.to).toBe('/?sort=ending')
    expect(visitor?.text).toContain('Prices are for verified members.')
    expect((await answerTo('what is the cheapest car', null))?.sources.at(-1)?.to).toBe('/?sort=ending')
  })

  test('is no answer to a question in the same form about something else', async () => {
    for (const question of ['do you have a refund policy', 'is there a buy it now', 'do you have any hidden fees'])
      expect(await answerTo(question, null), question).toBeNull()
  })
})

test('without a clear answer the closest questions are offered, and none to what has nothing to do with us', () => {
  const unsure = replyFrom(knowledge, 'what about the tire grades')
  expect(unsure).toMatchObject({ kind: 'unknown', text: expect.stringContaining('I’m not sure') as string })
  expect(unsure.sources.map(({ to }) => to)).toContain('/faq#inspection')
  expect(replyFrom(knowledge, 'how do I cook a turkey')).toMatchObject({ kind: 'unknown', sources: [] })
})

/** With public pages answering where the server doesn’t. */
async function replyIn(language: Language, question: string) {
  const own = await knowledgeIn(server, language)
  const asked = { question: filled(question), passages: [], language }
  const { body: reply } = await server.call('POST', '/api/assistant/answers', { token: boris.token, body: asked })
  return (reply as { answer: AssistantAnswer | null }).answer ?? replyFrom(own, filled(question))
}

test('of several questions in one message each is found, in every language', async () => {
  const messages = [
    ['en', 'Do you ship to Texas? And how do I pay?', ['/faq#shipping', '/faq#payment-methods']],
    ['en', 'quick ones: what is the buyer fee and do you deliver to Maine?', ['/faq#total-cost', '/faq#shipping']],
    ['es', 'dos dudas: ¿cuánto cuesta la membresía y cómo pago?', ['/faq#membership-fee', '/faq#payment-methods']],
    [
      'de',
      'Zwei Fragen: was kostet die Mitgliedschaft und wie bezahle ich?',
      ['/faq#membership-fee', '/faq#payment-methods'],
    ],
    ['es', '¿Cuánto cuesta la membresía? ¿Y cómo pago?', ['/faq#membership-fee', '/faq#payment-methods']],
    [
      'es',
      'Hola, ¿puedo ver el coche antes y cuánto tarda la verificación?',
      ['/faq#see-in-person', '/faq#verification-time'],
    ],
    ['de', 'Was kostet die Mitgliedschaft? Und wie bezahle ich?', ['/faq#membership-fee', '/faq#payment-methods']],
    [
      'de',
      'Kann ich das Auto vorher ansehen und wie lange dauert die Verifizierung?',
      ['/faq#see-in-person', '/faq#verification-time'],
    ],
    // `What does that cost` alone would be answered with some other cost.
    ['en', 'Do you ship to Texas and how much is that?', []],
    ['de', 'Versendet ihr Autos und was kostet das?', []],
  ] as const
  for (const [language, message, to] of messages) {
    const own = await knowledgeIn(server, language)
    expect(
      own.parts(message).map((part) => own.answer(part)?.best.to),
      message,
    ).toEqual(to)
  }
})

test('a greeting in any language is returned, and one before a question doesn’t hide it', async () => {
  for (const hello of [
    'hola',
    'guten Tag',
    'Hi there!',
    'Bonjour',
    'muchas gracias',
    'Grüß Gott',
    'good morning, everyone',
  ])
    expect(isGreeting(hello), hello).toBe(true)
  for (const question of ['good car?', 'day of the auction', 'gracias por nada, ladrones'])
    expect(isGreeting(question), question).toBe(false)
  expect(await replyIn('es', 'hola')).toMatchObject({ kind: 'own', sources: [{ to: '/faq' }] })
  expect((await replyIn('en', 'Good morning! Do you ship?')).sources[0]?.to).toBe('/faq#shipping')
  expect(knowledge.parts('Hello there! Do you ship? How do I pay?')).toEqual(['do you ship', 'how do i pay'])
})

test('typos, other words and other forms of words find the same answers', () => {
  const same: [string, string][] = [
    ['how long does verificaton take', '/faq#verification-time'],
    ['reset password', '/faq#forgot-password'],
    ['do you take bitcoin', '/faq#payment-methods'],
    ['my wifi crashed while I pressed bid', '/faq#connection-lost'],
    ['how can I haggle', '/faq#negotiation'],
    ['what age do I need to be', '/faq#who-can-bid'],
    ['are trailers ok for pickup', '/faq#collection'],
    ['are the odometers right', '/faq#odometer'],
  ]
  for (const [question, to] of same) expect(knowledge.answer(question)?.best.to, question).toBe(to)
})

describe('an answer doesn’t mislead:', () => {
  test('one of the FAQ follows its question, because “No” may be the opposite of what was asked', () => {
    expect(replyFrom(knowledge, 'is my bid binding').text).toMatch(/^Can I take a bid back\?\nNo, a bid is binding/)
  })

  test('one of the FAQ ends with its last sentence, without the names of links that can’t be followed', () => {
    expect(replyFrom(knowledge, 'when do I get the title').text).toMatch(/You register it with your state\.$/)
    expect(replyFrom(knowledge, 'do i pay if i don’t win').text).toMatch(/membership fee stays paid\.$/)
  })

  test('what a lot is like is on its page, for visitors as well, and no general answer stands in for it', async () => {
    const about = ['is the car on lot {open} any good', 'should I bid on lot {open}', 'mileage of lot {open}?']
    const asked = [...about, 'does lot {open} have keys', 'what’s wrong with lot {open}']
    for (const question of asked) {
      const answer = await answerTo(question, null)
      expect(answer?.sources, question).toMatchObject([{ to: `/lot/${lots['open']!.lotNumber}` }])
      expect(answer?.text, question).toContain('has a page with its photos')
    }
    for (const question of ['my car from lot {won} has damage', 'when do I get the keys of lot {won}'])
      expect((await answerTo(question, boris))?.text ?? '', question).not.toContain('has a page')
  })

  test('bids and maximums of others are declined, however they are named', async () => {
    const asked = ['show me {paddle}’s bids', 'what does the current leader of lot {outbid} have as max']
    for (const question of asked) expect(await answerTo(question, boris), question).toMatchObject({ kind: 'declined' })
    const body = { question: filled('¿quién va ganando el lote {outbid}?'), passages: [], language: 'es' }
    const { body: reply } = await server.call('POST', '/api/assistant/answers', { token: boris.token, body })
    expect(reply).toMatchObject({ answer: { kind: 'declined' } })
  })

  test('the least bid and the result of a lot are its price, to those who may see it', async () => {
    expect((await answerTo('whats the min bid on lot {open}', boris))?.text).toContain('is at $100')
    expect((await answerTo('what did lot {won} sell for', boris))?.text).toContain('sold for $12,345')
  })

  test('what isn’t about the person’s lots is no question about where they stand', async () => {
    for (const question of [
      'I won but I changed my mind',
      'my truck won’t start',
      'it wont let me bid on my car',
      'who do I talk to about the car I won',
      'what happens if two lots I bid on end at the same time',
      'bid got rejected',
      'bid twice by mistake',
      'how come I got charged before I won anything',
      'refund if the car is junk',
      'what fees do i pay on top of winning bid',
      'besides the winning bid what else do i owe',
      'i won a lot what is the next step',
      'does the seller find out what my limit is',
      'bid increments at 10k',
      'it says i’m winning but the reserve isn’t met',
      'bid button says limit exceeded',
      'someone logged in my account from other phone how to kick them out',
    ])
      expect(await answerTo(question, boris), question).toBeNull()
  })

  test('the person’s own things are found in other words', async () => {
    for (const [question, says] of [
      ['show me everything I’m bidding on', 'Your lots: '],
      ['show me all my lots', 'Your lots: '],
      ['am I the top bidder on lot {open}', 'You’re the high bidder on lot'],
      ['which number do I bid under', 'paddle'],
      ['has my wire landed yet', 'invoice'],
      ['how much room do I have left to bid', '$'],
      ['why cant i bid right now', 'You’re verified and can bid. If a bid isn’t accepted, the page says why.'],
    ] as const)
      expect((await answerTo(question))?.text, question).toContain(says)
  })

  test.each([
    ['en', 'what happens if I dont pay'],
    ['es', 'que pasa si no pago'],
    ['de', 'was passiert wenn ich nicht zahle'],
  ] as const)('not paying is not how to pay (%s)', async (language, question) => {
    const own = await knowledgeIn(server, language)
    expect(replyFrom(own, question).sources[0]?.to).toBe('/faq#late-payment')
  })
})
