import { expect, test } from 'vitest'
import { hydrateQueryCache } from './first-answers.ts'
import { createQueryClient } from './query.ts'

function pageWith(text: string | null): Document {
  const page = document.implementation.createHTMLDocument()
  if (text === null) return page
  const element = page.createElement('script')
  element.type = 'application/json'
  element.id = 'first-answers'
  element.textContent = text
  page.head.append(element)
  return page
}

test('answers embedded in the page keep their time, so that old ones are requested again', () => {
  const client = createQueryClient()
  hydrateQueryCache(client, pageWith(JSON.stringify({ asOf: 60_000, answers: { '/api/auctions': { items: [] } } })))
  expect(client.getQueryData(['/api/auctions'])).toEqual({ items: [] })
  expect(client.getQueryState(['/api/auctions'])?.dataUpdatedAt).toBe(60_000)
})

test('a lot’s page names what else a member requests; other pages name nothing', () => {
  const client = createQueryClient()
  const asks = [['/api/lots', 'a lot', 'live']]
  expect(hydrateQueryCache(client, pageWith(JSON.stringify({ asOf: 0, answers: {}, asks })))).toEqual(asks)
  expect(hydrateQueryCache(client, pageWith(JSON.stringify({ asOf: 0, answers: {} })))).toEqual([])
})

test('a page with no answers, or unreadable ones, starts like any other', () => {
  for (const text of [null, '{"asOf":']) {
    const client = createQueryClient()
    hydrateQueryCache(client, pageWith(text))
    expect(client.getQueryCache().getAll()).toEqual([])
  }
})
