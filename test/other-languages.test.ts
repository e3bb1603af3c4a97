import { PDFiumLibrary } from '@hyzyla/pdfium'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Article } from '#contract/content/article.ts'
import type { Passage } from '#contract/content/content.ts'
import type { ContentState } from '#contract/content/edit-content.ts'
import { FAQ_NAMES, PAGE_NAMES } from '#contract/content/content.ts'
import { type Language, LANGUAGE_CODES } from '#contract/platform/languages.ts'
import { shippedText } from '#server/content/shipped-texts.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { composeMail, pushMessage } from '#server/notifications/mail/letter.ts'
import { notify, sealNotice } from '#server/platform/notice.ts'
import type { NoticeKind, Notices } from '#server/platform/notices.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { knowledgeOf, vocabularyOf } from '#web/support/assistant/retrieve.ts'

type Words = {
  language: Language
  mail: { subject: string; texts: string[] }
  push: string
  invoice: (number: string) => string[]
  calendar: RegExp
  own: [question: string, answer: string][]
  secrets: string[]
  answered: [question: string, to: string][]
}

const SPANISH: Words = {
  language: 'es',
  mail: { subject: 'Reembolsamos $99.00', texts: ['Cargo de membresía', 'No pudimos verificar tu identidad'] },
  push: 'Hicimos tu puja con tu máximo de $240.00. Eres el mejor postor. El precio es $100.00.',
  invoice: (number) => [
    `Factura ${number}`,
    'Precio de remate',
    'Prima del comprador',
    'Impuesto sobre las ventas',
    'Página 1 de 1',
    '$14,636.81',
  ],
  calendar: /SUMMARY:Subasta (por tiempo|en vivo): /,
  own: [
    ['¿Estoy verificada?', 'Tu cuenta está verificada y puedes pujar.'],
    ['¿Cuál es mi número de paleta?', 'Tu paleta es'],
    ['¿Debo algo?', 'factura'],
    ['¿Cuál es mi límite de pujas?', 'límite de pujas'],
    ['¿Mi cuenta está activa?', 'Tu cuenta está activa.'],
    ['¿Ya llegó mi reembolso?', 'No tenemos registrado ningún reembolso'],
    ['¿En qué lotes voy?', 'Todavía no has pujado'],
  ],
  secrets: [
    '¿Quién va adelante en el lote 7?',
    '¿Cuál es el máximo del mejor postor?',
    '¿De cuánto es la reserva del lote 7?',
  ],
  answered: [
    ['¿Quién puede pujar?', '/faq#who-can-bid'],
    ['¿Cómo pago mi factura?', '/faq#payment-methods'],
    ['¿Puedo retirar mi puja?', '/faq#withdraw-bid'],
    ['olvide mi contraseña', '/faq#forgot-password'],
    ['¿Hacen envíos?', '/faq#shipping'],
    ['¿Qué pasa si pago tarde?', '/faq#late-payment'],
    ['¿Tienen garantía?', '/faq#warranty'],
  ],
}

const GERMAN: Words = {
  language: 'de',
  mail: {
    subject: 'Wir haben 99,00 $ erstattet',
    texts: ['Mitgliedsbeitrag', 'Wir konnten Ihre Identität nicht verifizieren'],
  },
  push: 'Wir haben Ihr Gebot mit Ihrem Maximum von 240,00 $ abgegeben. Sie sind Höchstbietender. Der Preis beträgt 100,00 $.',
  invoice: (number) => [`Rechnung ${number}`, 'Zuschlagspreis', 'Verkaufssteuer', 'Seite 1 von 1', '14.636,81 $'],
  calendar: /SUMMARY:(Zeitauktion|Live-Auktion): /,
  own: [
    ['Bin ich verifiziert?', 'Sie sind verifiziert und können bieten.'],
    ['Wie lautet meine Bieternummer?', 'Ihre Bieternummer ist'],
    ['Schulde ich etwas?', 'Rechnung'],
    ['Wie hoch ist mein Gebotslimit?', 'Gebotslimit'],
    ['Ist mein Konto aktiv?', 'Ihr Konto ist aktiv.'],
    ['Ist meine Erstattung schon da?', 'Wir haben keine Erstattung'],
    ['Auf welche Lose habe ich geboten?', 'auf keines geboten'],
  ],
  secrets: [
    'Wer führt bei Los 7?',
    'Was ist das Maximum des Höchstbietenden?',
    'Wie hoch ist der Mindestpreis von Los 7?',
  ],
  answered: [
    ['Wer kann bieten?', '/faq#who-can-bid'],
    ['Wie bezahle ich meine Rechnung?', '/faq#payment-methods'],
    ['Kann ich mein Gebot zurückziehen?', '/faq#withdraw-bid'],
    ['passwort vergessen', '/faq#forgot-password'],
    ['Versenden Sie Fahrzeuge?', '/faq#shipping'],
    ['Was passiert, wenn ich zu spät zahle?', '/faq#late-payment'],
    ['Gibt es eine Garantie?', '/faq#warranty'],
  ],
}

let server: TestServer
let olga: CastMember

beforeAll(async () => {
  server = await openTestServer()
  olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
})

afterAll(() => server?.close())

test('every language but English is read here', () => {
  expect([SPANISH, GERMAN].map(({ language }) => language)).toEqual(LANGUAGE_CODES.filter((code) => code !== 'en'))
})

describe.each([SPANISH, GERMAN])(
  'In $language',
  ({ language, mail, push, invoice, calendar, own, secrets, answered }) => {
    let ada: CastMember

    beforeAll(async () => {
      ada = await castPerson(server.app.pool, { name: `Ada ${language}` })
      await server.call('PATCH', '/api/profile', { token: ada.token, body: { language } })
    })

    test('an account has the language of the page it was registered on, also in its export', async () => {
      const body = {
        email: `milena-${language}@demo.paddock.example`,
        password: 'a very long sentence of mine',
        name: 'Milena Berg',
        phone: '+1 555 0101',
        country: 'US',
        acceptTerms: true,
        language,
      }
      const { status } = await server.call('POST', '/api/register', { body })
      expect(status).toBeLessThan(300)
      const found = await server.app.pool.query('select language from account where email = $1', [body.email])
      expect(found.rows).toEqual([{ language }])
      const data = await server.app.extensions.personalData.get('account')!(server.app.db, ada.id)
      expect(data).toMatchObject({ language })
    })

    const stored = <K extends NoticeKind>(kind: K, facts: Notices[K]) => ({
      id: randomUUID(),
      kind,
      sealed: sealNotice(server.app.keys, { facts, to: null }),
      language,
      key: randomUUID(),
      name: ada.name,
      email: ada.email,
      accountId: ada.id,
    })

    test('an email is written, and what was stored in English is translated, too', async () => {
      const letter = await composeMail(
        server.app,
        stored('refund-sent', {
          amount: 9900,
          currency: 'USD',
          what: 'Membership fee',
          reason: 'We couldn’t verify your identity, so we’re refunding your membership fee.',
          invoiceId: null,
          membershipEnded: true,
        }),
        null,
      )
      expect(spaced(letter.subject)).toBe(mail.subject)
      for (const text of mail.texts) expect(letter.text).toContain(text)
      expect(letter.html).toContain(`<html lang="${language}">`)
      expect(letter.text).not.toMatch(/\b(the|your|fee|refund)\b/i)
    })

    test('an email is delivered', async () => {
      const facts = { amount: 9900, currency: 'USD', what: 'Membership fee', reason: 'Paid twice', invoiceId: null }
      const notice = {
        kind: 'refund-sent',
        accountId: ada.id,
        key: randomUUID(),
        facts: { ...facts, membershipEnded: true },
      } as const
      await server.app.db.transaction().execute((trx) => notify(server.app, trx, notice))
      const subject = async () => {
        const found = await server.app.pool.query<{ subject: string }>(
          `select d.subject from delivery d join notification n on n.id = d.notification_id
           where n.key = $1 and d.channel = 'mail' and d.state = 'sent'`,
          [notice.key],
        )
        return found.rows.map((row) => spaced(row.subject))
      }
      await expect.poll(subject, { timeout: 20_000 }).toEqual([mail.subject])
    })

    test('a push message is written, with the amounts of a stored sentence', async () => {
      const says = 'We placed your bid with your maximum of $240.00. You’re the high bidder. The price is $100.00.'
      const lot = { lotId: randomUUID(), lotNumber: 7, title: '2010 Kiri Urban', currency: 'USD' }
      const { body } = await pushMessage(server.app, stored('pending-bid', { ...lot, says }))
      expect(spaced(body)).toBe(push)
    })

    test('an invoice has the same figures and other words', { timeout: 60_000 }, async () => {
      const room = saleroom(server)
      await room.sell(ada)
      await room.drain()
      const found = await server.app.pool.query<{ id: string; number: string }>(
        'select id, number from invoice where account_id = $1',
        [ada.id],
      )
      const { id, number } = found.rows[0]!
      const link = await server.call('POST', `/api/invoices/${id}/link`, { token: ada.token })
      const response = await fetch(server.url + (link.body as { url: string }).url)
      const text = spaced(await textOf(Buffer.from(await response.arrayBuffer())))
      for (const words of invoice(number)) expect(text).toContain(words)
      expect(text).not.toMatch(/\b(Hammer price|Buyer|Seller|Amount|is charged)\b/)
    })

    test('a calendar file is written', async () => {
      const lot = await castLot(server.app)
      const file = await fetch(`${server.url}/api/auctions/${lot.auctionId}/calendar.ics?language=${language}`)
      expect(await file.text()).toMatch(calendar)
    })

    const ask = async (question: string, token?: string) =>
      (
        (
          await server.call('POST', '/api/assistant/answers', {
            ...(token === undefined ? {} : { token }),
            body: { question, language, passages: [] },
          })
        ).body as { answer: { kind: string; text: string } | null }
      ).answer

    test.each(own)('the assistant answers “%s” about the person', async (question, words) => {
      const answer = await ask(question, ada.token)
      expect(answer?.kind).toBe('own')
      expect(answer?.text).toContain(words)
    })

    test.each(secrets)('the assistant keeps the secret that “%s” asks for', async (question) => {
      expect((await ask(question, ada.token))?.kind).toBe('declined')
    })

    test.each(answered)('the assistant finds the answer to “%s” in the FAQ', async (question, to) => {
      const { items } = (await server.call('GET', `/api/passages?language=${language}`)).body as { items: Passage[] }
      const found = knowledgeOf(items, await vocabularyOf(language)).answer(question)
      expect([found?.best.to, ...(found?.others ?? []).map((other) => other.to)]).toContain(to)
    })

    const anchors = (text: string) =>
      [...text.matchAll(/\{#([a-z0-9-]+)\}|\{\{(\w+)\}\}/g)].map(([whole]) => whole).toSorted()

    test.each([...PAGE_NAMES, ...FAQ_NAMES])('%s has the same parts and fields as in English', (name) => {
      expect(anchors(shippedText(name, language))).toEqual(anchors(shippedText(name)))
    })

    test('other words in which people ask are searched, and not shown', async () => {
      const { items } = (await server.call('GET', `/api/passages?language=${language}`)).body as { items: Passage[] }
      expect(items.filter(({ page, also }) => page === 'FAQ' && also === '')).toEqual([])
      const faq = JSON.stringify((await server.call('GET', `/api/faq?language=${language}`)).body)
      expect(items.filter(({ also }) => also !== '' && faq.includes(also))).toEqual([])
    })
  },
)

test('public texts are shown until the owner changes the English one alone, which then says so', async () => {
  const read = async (language: string) => (await server.call('GET', `/api/articles/about${language}`)).body as Article
  expect((await read('?language=es')).title).toBe('Quiénes somos')
  expect((await read('?language=de')).title).toBe('Über uns')
  await publish('about', '# About Northfield\n\nWe changed.')
  expect(await read('?language=es')).toMatchObject({ title: 'About Northfield', language: 'en' })
  expect(await read('')).not.toHaveProperty('language')
  await publish('about-es', '# Sobre Northfield\n\nCambiamos.')
  expect((await read('?language=es')).title).toBe('Sobre Northfield')
  expect(await read('?language=de')).toMatchObject({ title: 'About Northfield', language: 'en' })
})

async function publish(name: string, text: string): Promise<void> {
  const { latest } = (await server.call('GET', `/api/admin/content/${name}`, { token: olga.token }))
    .body as ContentState
  const body = { versionId: randomUUID(), basedOn: latest, text, publishAt: null }
  const { status } = await server.call('POST', `/api/admin/content/${name}/versions`, { token: olga.token, body })
  expect(status).toBe(200)
}

async function textOf(file: Buffer): Promise<string> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(file)
  const text = [...document.pages()].map((page) => page.getText()).join('\n')
  document.destroy()
  library.destroy()
  return text
}

/** Amounts have spaces that don't break, and narrow columns have lines. */
const spaced = (text: string) => text.replaceAll(/\s+/g, ' ')
