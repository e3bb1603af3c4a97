import { expect, test } from 'vitest'
import { keepFirstAnswers } from './first-answers.ts'
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

test('what a page brought along counts as answered at its time, so that what is old is asked for again', () => {
  const client = createQueryClient()
  keepFirstAnswers(client, pageWith(JSON.stringify({ asOf: 60_000, answers: { '/api/auctions': { items: [] } } })))
  expect(client.getQueryData(['/api/auctions'])).toEqual({ items: [] })
  expect(client.getQueryState(['/api/auctions'])?.dataUpdatedAt).toBe(60_000)
})

test('a lot’s page names what a member asks for besides, and any other page nothing', () => {
  const client = createQueryClient()
  const asks = [['/api/lots', 'a lot', 'live']]
  expect(keepFirstAnswers(client, pageWith(JSON.stringify({ asOf: 0, answers: {}, asks })))).toEqual(asks)
  expect(keepFirstAnswers(client, pageWith(JSON.stringify({ asOf: 0, answers: {} })))).toEqual([])
})

test('a page that brought nothing, or something that cannot be read, starts like any other', () => {
  for (const text of [null, '{"asOf":']) {
    const client = createQueryClient()
    keepFirstAnswers(client, pageWith(text))
    expect(client.getQueryCache().getAll()).toEqual([])
  }
})
