import { PDFiumLibrary } from '@hyzyla/pdfium'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Article } from '#contract/content/article.ts'
import type { FaqTopic, Passage } from '#contract/content/content.ts'
import type { ContentState } from '#contract/content/edit-content.ts'
import { FAQ_NAMES, PAGE_NAMES } from '#contract/content/content.ts'
import { shippedText } from '#server/content/shipped-texts.ts'
import { saleroom } from '#server/invoices/sale.test-support.ts'
import { composeMail, pushMessage } from '#server/notifications/mail/letter.ts'
import { sealNotice } from '#server/platform/notice.ts'
import type { NoticeKind, Notices } from '#server/platform/notices.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'
import { castLot } from '#test/inventory.ts'
import { knowledgeOf } from '#web/support/assistant/retrieve.ts'
import { vocabulary } from '#web/support/assistant/languages/es.ts'

let server: TestServer
let ada: CastMember
let olga: CastMember

beforeAll(async () => {
  server = await openTestServer()
  ada = await castPerson(server.app.pool, { name: 'Ada' })
  olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
  await server.call('PATCH', '/api/profile', { token: ada.token, body: { language: 'es' } })
})

afterAll(() => server?.close())

describe('the language of an account', () => {
  test('is that of the page it was registered on, and is in the person’s export', async () => {
    const body = {
      email: 'milena@demo.paddock.example',
      password: 'a very long sentence of mine',
      name: 'Milena Berg',
      phone: '+1 555 0101',
      country: 'US',
      acceptTerms: true,
      language: 'es',
    }
    const { status } = await server.call('POST', '/api/register', { body })
    expect(status).toBeLessThan(300)
    const found = await server.app.pool.query('select language from account where email = $1', [body.email])
    expect(found.rows).toEqual([{ language: 'es' }])
    const data = await server.app.extensions.personalData.get('account')!(server.app.db, ada.id)
    expect(data).toMatchObject({ language: 'es' })
  })
})

describe('what is sent to a person who chose Spanish', () => {
  const stored = <K extends NoticeKind>(kind: K, facts: Notices[K]) => ({
    id: randomUUID(),
    kind,
    sealed: sealNotice(server.app.keys, { facts, to: null }),
    key: randomUUID(),
    name: ada.name,
    email: ada.email,
    accountId: ada.id,
  })

  test('is an email in Spanish, with what was stored in English translated, too', async () => {
    const mail = await composeMail(
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
    expect(mail.subject).toBe('Reembolsamos $99.00')
    expect(mail.text).toContain('Cargo de membresía')
    expect(mail.text).toContain('No pudimos verificar tu identidad')
    expect(mail.html).toContain('<html lang="es">')
    expect(mail.text).not.toMatch(/\b(the|your|fee|refund)\b/i)
  })

  test('is a push message in Spanish', async () => {
    const says = 'We placed your bid with your maximum of $240.00. You’re the high bidder. The price is $100.00.'
    const lot = { lotId: randomUUID(), lotNumber: 7, title: '2010 Kiri Urban', currency: 'USD' }
    const { body } = await pushMessage(server.app, stored('pending-bid', { ...lot, says }))
    expect(body).toBe('Hicimos tu puja con tu máximo de $240.00. Eres el mejor postor. El precio es $100.00.')
  })

  test('is an invoice in Spanish: the same figures, other words', { timeout: 60_000 }, async () => {
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
    const text = await textOf(Buffer.from(await response.arrayBuffer()))
    for (const words of [`Factura ${number}`, 'Precio de remate', 'Prima del comprador', 'Comprador', 'Página 1 de 1'])
      expect(text).toContain(words)
    expect(text).not.toMatch(/\b(Hammer price|Buyer|Seller|Amount|is charged)\b/)
  })

  test('is a calendar file in Spanish', async () => {
    const lot = await castLot(server.app)
    const file = await fetch(`${server.url}/api/auctions/${lot.auctionId}/calendar.ics?language=es`)
    expect(await file.text()).toMatch(/SUMMARY:Subasta (por tiempo|en vivo): /)
  })

  async function textOf(file: Buffer): Promise<string> {
    const library = await PDFiumLibrary.init()
    const document = await library.loadDocument(file)
    const text = [...document.pages()].map((page) => page.getText()).join('\n')
    document.destroy()
    library.destroy()
    return text
  }
})

describe('the assistant', () => {
  const ask = async (question: string, token?: string) =>
    (
      (
        await server.call('POST', '/api/assistant/answers', {
          ...(token === undefined ? {} : { token }),
          body: { question, language: 'es', passages: [] },
        })
      ).body as { answer: { kind: string; text: string } | null }
    ).answer

  test.each([
    ['¿Estoy verificada?', 'Sí, estás verificado y puedes pujar.'],
    ['¿Cuál es mi número de paleta?', 'Tu paleta es'],
    ['¿Debo algo?', 'factura'],
    ['¿Cuál es mi límite de pujas?', 'límite de pujas'],
    ['¿Mi cuenta está activa?', 'Tu cuenta está activa.'],
    ['¿Ya llegó mi reembolso?', 'No tenemos registrado ningún reembolso'],
    ['¿En qué lotes voy?', 'Todavía no has pujado'],
  ])('answers “%s” about the person', async (question, words) => {
    const answer = await ask(question, ada.token)
    expect(answer?.kind).toBe('own')
    expect(answer?.text).toContain(words)
  })

  test.each([
    '¿Quién va adelante en el lote 7?',
    '¿Cuál es el máximo del mejor postor?',
    '¿De cuánto es la reserva del lote 7?',
  ])('keeps the secret that “%s” asks for', async (question) => {
    expect((await ask(question, ada.token))?.kind).toBe('declined')
  })

  test.each([
    ['¿Quién puede pujar?', '/faq#who-can-bid'],
    ['¿Cómo pago mi factura?', '/faq#payment-methods'],
    ['¿Puedo retirar mi puja?', '/faq#withdraw-bid'],
    ['olvide mi contraseña', '/faq#forgot-password'],
    ['¿Hacen envíos?', '/faq#shipping'],
    ['¿Qué pasa si pago tarde?', '/faq#late-payment'],
    ['¿Tienen garantía?', '/faq#warranty'],
  ])('finds the answer to “%s” in the Spanish FAQ', async (question, to) => {
    const { items } = (await server.call('GET', '/api/passages?language=es')).body as { items: Passage[] }
    const found = knowledgeOf(items, vocabulary).answer(question)
    expect([found?.best.to, ...(found?.others ?? []).map((other) => other.to)]).toContain(to)
  })
})

describe('public texts in Spanish', () => {
  const anchors = (text: string) =>
    [...text.matchAll(/\{#([a-z0-9-]+)\}|\{\{(\w+)\}\}/g)].map(([whole]) => whole).toSorted()

  test.each([...PAGE_NAMES, ...FAQ_NAMES])('%s has the same parts and fields as in English', (name) => {
    expect(anchors(shippedText(name, 'es'))).toEqual(anchors(shippedText(name)))
  })

  test('are shown until the owner changes the English one alone, which then says so', async () => {
    const read = async (language: string) =>
      (await server.call('GET', `/api/articles/about${language}`)).body as Article
    expect((await read('?language=es')).title).toBe('Quiénes somos')
    await publish('about', '# About Northfield\n\nWe changed.')
    expect(await read('?language=es')).toMatchObject({ title: 'About Northfield', language: 'en' })
    expect(await read('')).not.toHaveProperty('language')
    await publish('about-es', '# Sobre Northfield\n\nCambiamos.')
    expect((await read('?language=es')).title).toBe('Sobre Northfield')
    const { topics } = (await server.call('GET', '/api/faq?language=es')).body as { topics: FaqTopic[] }
    expect(topics[0]!.title).toBe('Primeros pasos')
  })

  async function publish(name: string, text: string): Promise<void> {
    const { latest } = (await server.call('GET', `/api/admin/content/${name}`, { token: olga.token }))
      .body as ContentState
    const body = { versionId: randomUUID(), basedOn: latest, text, publishAt: null }
    const { status } = await server.call('POST', `/api/admin/content/${name}/versions`, { token: olga.token, body })
    expect(status).toBe(200)
  }
})
