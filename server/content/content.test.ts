import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Article } from '#contract/content/article.ts'
import type { ContentState, ContentText } from '#contract/content/edit-content.ts'
import type { FaqTopic, Passage } from '#contract/content/content.ts'
import { PAGE_NAMES } from '#contract/content/content.ts'
import { castPerson, type CastMember } from '#test/cast.ts'
import { openTestServer, type TestServer } from '#test/harness/test-server.ts'

let server: TestServer
let olga: CastMember

beforeAll(async () => {
  server = await openTestServer()
  olga = await castPerson(server.app.pool, { name: 'Olga', role: 'owner' })
})

afterAll(() => server.close())

const asOwner = (method: string, path: string, body?: unknown) =>
  server.call(method, path, { token: olga.token, ...(body === undefined ? {} : { body }) })
const stateOf = async (name: string) => (await asOwner('GET', `/api/admin/content/${name}`)).body as ContentState
const articleOf = async (name: string) => (await server.call('GET', `/api/articles/${name}`)).body as Article
const preview = (name: string, text: string) => asOwner('POST', `/api/admin/content/${name}/preview`, { text })

async function save(name: string, text: string | null, publishAt: number | null = null) {
  const { latest } = await stateOf(name)
  return asOwner('POST', `/api/admin/content/${name}/versions`, {
    versionId: randomUUID(),
    basedOn: latest,
    text,
    publishAt,
  })
}

describe('a text that nobody has edited', () => {
  test('is the text of the release, for every page, topic and banner', async () => {
    const { items } = (await asOwner('GET', '/api/admin/content')).body as { items: ContentText[] }
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining([...PAGE_NAMES, 'banner', 'faq-bidding']))
    for (const { name, label, changedAt } of items) {
      const { text, shipped } = await stateOf(name)
      expect([name, text, changedAt]).toEqual([name, shipped, null])
      expect(label).not.toBe('')
    }
  })

  test('could be saved as it is: it has known fields and links only', async () => {
    const { items } = (await asOwner('GET', '/api/admin/content')).body as { items: ContentText[] }
    for (const { name } of items) {
      const { shipped } = await stateOf(name)
      expect([name, (await preview(name, shipped)).status]).toEqual([name, 200])
    }
  })

  test('shows the company’s figures, which follow the settings', async () => {
    const says = async () => JSON.stringify(await articleOf('how-it-works'))
    expect(await says()).toContain('The membership fee is $99.00')
    await server.app.pool.query(`insert into setting (key, value) values ('membershipFee', '12345')`)
    await expect.poll(says, { timeout: 15_000 }).toContain('The membership fee is $123.45')
    await server.app.pool.query(`delete from setting where key = 'membershipFee'`)
  })
})

describe('an edited text', () => {
  test('is shown from its publication on, in the page, the FAQ and the assistant’s passages', async () => {
    const { status } = await save(
      'faq-bidding',
      '# Bidding\n\n## May I bid at night? {#night}\n\nYes, **always**.\n\nAlso asked: evening',
    )
    expect(status).toBe(200)
    const { topics } = (await server.call('GET', '/api/faq')).body as { topics: FaqTopic[] }
    expect(topics.find(({ title }) => title === 'Bidding')?.answers).toEqual([
      {
        id: 'night',
        question: 'May I bid at night?',
        blocks: [{ kind: 'paragraph', runs: [{ text: 'Yes, ' }, { text: 'always', bold: true }, { text: '.' }] }],
      },
    ])
    const { items } = (await server.call('GET', '/api/passages')).body as { items: Passage[] }
    expect(items.find(({ to }) => to === '/faq#night')).toMatchObject({ text: 'Yes, always.', also: 'evening' })
    expect(items.some(({ to }) => to === '/faq#place-bid')).toBe(false)
  })

  test('keeps every version; an old one is restored by saving it again, and the release’s by saving nothing', async () => {
    await save('about', '# About us\n\nFirst.')
    await save('about', '# About us\n\nSecond.')
    const { versions } = await stateOf('about')
    expect(versions.map(({ text, state }) => [text, state])).toEqual([
      ['# About us\n\nSecond.', 'shown'],
      ['# About us\n\nFirst.', 'past'],
    ])
    await save('about', versions[1]!.text)
    expect((await articleOf('about')).lead).toEqual([{ kind: 'paragraph', runs: [{ text: 'First.' }] }])
    await save('about', null)
    const state = await stateOf('about')
    expect(state.text).toBe(state.shipped)
    await expect(server.app.pool.query('delete from content_version')).rejects.toThrow(/permission denied|history/)
  })

  test('is published by itself at its time, unless it is canceled before', async () => {
    const inMs = async (ms: number) => {
      const { rows } = await server.app.pool.query<{ at: string }>(
        'select floor(extract(epoch from clock_timestamp()) * 1000) + $1 as at',
        [ms],
      )
      return Number(rows[0]!.at)
    }
    await save('refund', '# Refunds\n\nSoon.', await inMs(4000))
    expect(JSON.stringify(await articleOf('refund'))).not.toContain('Soon.')
    expect((await stateOf('refund')).versions[0]!.state).toBe('scheduled')
    await expect.poll(async () => JSON.stringify(await articleOf('refund')), { timeout: 30_000 }).toContain('Soon.')

    const later = await save('refund', '# Refunds\n\nNever.', await inMs(3_600_000))
    const { id } = (later.body as ContentState).versions.find(({ state }) => state === 'scheduled')!
    const cancel = () => asOwner('POST', `/api/admin/content/refund/versions/${id}/cancellation`)
    expect((await cancel()).status).toBe(200)
    expect((await cancel()).status).toBe(200)
    expect((await stateOf('refund')).versions.find((version) => version.id === id)!.state).toBe('canceled')
    for (const odd of [Date.UTC(2020, 0), Date.UTC(2098, 0), Date.UTC(9999, 0)])
      expect(await save('refund', '# Refunds\n\nOdd.', odd)).toMatchObject({
        status: 400,
        body: { details: { fields: [{ field: 'publishAt' }] } },
      })
  })

  test('is refused from a version that someone else has followed with another', async () => {
    const { latest } = await stateOf('support')
    const body = { versionId: randomUUID(), basedOn: latest, text: '# Support\n\nOne.', publishAt: null }
    expect((await asOwner('POST', '/api/admin/content/support/versions', body)).status).toBe(200)
    expect((await asOwner('POST', '/api/admin/content/support/versions', body)).status).toBe(200)
    const changed = { ...body, text: '# Support\n\nMore.' }
    const taken = { status: 409, body: { code: 'already-saved' } }
    expect(await asOwner('POST', '/api/admin/content/support/versions', changed)).toMatchObject(taken)
    expect(await asOwner('POST', '/api/admin/content/about/versions', body)).toMatchObject(taken)
    const other = { ...body, versionId: randomUUID(), text: '# Support\n\nTwo.' }
    expect(await asOwner('POST', '/api/admin/content/support/versions', other)).toMatchObject({
      status: 409,
      body: { code: 'content-changed' },
    })
    expect((await stateOf('support')).versions).toHaveLength(1)
  })
})

describe('what a text may contain', () => {
  const refusal = async (text: string) => {
    const { status, body } = await preview('terms', text)
    return status === 200 ? null : (body as { code: string; message: string })
  }

  test('an unknown field is refused by its name, with the list of known ones, in the preview and at saving', async () => {
    const text = '# Terms\n\nThe fee is {{memberFee}}, on {{ nowhere }}.'
    const refused = await refusal(text)
    expect(refused?.code).toBe('unknown-field')
    expect(refused?.message).toMatch(
      /There’s no field \{\{memberFee\}\}, \{\{nowhere\}\}\. Use one of these: .*membershipFee/,
    )
    expect(await save('terms', text)).toMatchObject({ status: 409, body: { code: 'unknown-field' } })
    expect((await refusal('# Terms\n\n## About {{nothing}}'))?.code).toBe('unknown-field')
    expect((await refusal('# Terms\n\n| a |\n|---|\n| {{nothing}} |'))?.code).toBe('unknown-field')
  })

  test('a table or a calculator stands on a line of its own', async () => {
    expect((await refusal('# Terms\n\nSee {{incrementsTable}} here.'))?.code).toBe('field-not-alone')
    expect(await refusal('# Terms\n\n{{incrementsTable}}')).toBeNull()
  })

  test('links lead to our pages, https:, mailto: and tel:, and nowhere else', async () => {
    for (const href of ['/faq#reserve', 'https://example.com/a', 'mailto:a@b.example', 'tel:+15550142', '#price'])
      expect([href, await refusal(`# Terms\n\n[here](${href})`)]).toEqual([href, null])
    for (const href of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://example.com',
      '//example.com',
      '/no-such-page',
      'vbscript:x',
      '/\\example.com',
    ])
      expect([href, (await refusal(`# Terms\n\n[here](${href})`))?.code]).toEqual([href, 'link-not-allowed'])
  })

  test('tags and values stay text', async () => {
    const { body } = await preview(
      'terms',
      '# Terms\n\n<img src=x onerror=alert(1)> <script>alert(1)</script> ![x](https://a.example/x.png)',
    )
    const { lead } = body as Article
    expect(lead.every(({ kind }) => kind === 'paragraph')).toBe(true)
    expect(JSON.stringify(lead)).toContain('<script>alert(1)</script>')
  })

  test('the alignment of columns is data, and no style', async () => {
    const { body } = await preview('terms', '# Terms\n\n| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |')
    expect((body as Article).lead[0]).toMatchObject({ kind: 'table', align: ['left', 'center', 'right'] })
    expect(JSON.stringify(body)).not.toContain('style')
  })

  test('a page starts with its title; a heading names its own address', async () => {
    expect((await refusal('No title.'))?.code).toBe('title-missing')
    const { body } = await preview('terms', '# Terms\n\n## Price {#cost}\n\n## Price {#cost}\n\n## Who we are?')
    expect((body as Article).sections.map(({ id, heading }) => [id, heading])).toEqual([
      ['cost', 'Price'],
      ['cost-2', 'Price'],
      ['who-we-are', 'Who we are?'],
    ])
  })
})
