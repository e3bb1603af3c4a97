import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FoundLot, SearchReply } from '#contract/catalog/catalog.ts'
import { firstSearch } from '#contract/seo/first-answers.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { openApp, person } from '#web/shell/stage.test-support.tsx'
import { askCatalog } from './use-catalog.ts'

vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))

beforeEach(() => localStorage.setItem('cookie-consent', '{}'))

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function lot(lotNumber: number, changes: Partial<FoundLot> = {}): FoundLot {
  return {
    id: `00000000-0000-4000-8000-00000000${lotNumber}`,
    lotNumber,
    auctionId: 'a',
    vehicleId: 'v',
    title: `2015 Toyota Camry ${lotNumber}`,
    heroPhoto: null,
    opensAt: 1,
    scheduledCloseAt: Date.UTC(2026, 10, 21, 12),
    closedAt: null,
    currency: 'USD',
    auctionTitle: 'Thursday auction',
    facts: {
      year: 2015,
      odometer: { value: 69_800, unit: 'mi', status: 'actual' },
      titleBrand: 'salvage',
      isInspected: true,
      runState: 'drives',
    },
    memberFacts: null,
    watching: null,
    ...changes,
  }
}

const FACETS: SearchReply['facets'] = [
  {
    facet: 'make',
    values: [
      { value: 'toyota', label: 'Toyota', count: 2 },
      { value: 'ford', label: 'Ford', count: 5 },
    ],
  },
  { facet: 'odometer', values: [0, 25_000, 50_000].map((edge) => ({ value: String(edge), label: '', count: 3 })) },
]

function reply(changes: Partial<SearchReply> = {}): SearchReply {
  const items = [lot(1042), lot(1043)]
  return { items, next: null, total: 2, facets: FACETS, currency: 'USD', instead: [], loosen: [], ...changes }
}

const asked = (fetched: ReturnType<typeof openApp>['fetched']) =>
  fetched.mock.calls.map(([url]) => String(url)).filter((url) => url.startsWith('/api/catalog?'))

test('people who see no prices see a planned close that has passed as such, not as upcoming', async () => {
  const now = Date.now()
  const items = [
    lot(1042, { scheduledCloseAt: now - 60_000 }),
    lot(1043, { scheduledCloseAt: now + 60_000 }),
    lot(1044, { scheduledCloseAt: null }),
  ]
  const lineOf = (lotNumber: number) =>
    within(screen.getByText(`2015 Toyota Camry ${lotNumber}`).closest<HTMLElement>('li')!)
  openApp('/?make=toyota', null, { '/api/catalog': reply({ items }) })
  await screen.findByText('2015 Toyota Camry 1042')
  expect(lineOf(1042).getByText('Closing now')).toBeTruthy()
  expect(lineOf(1043).getByText(/^Closes /)).toBeTruthy()
  expect(lineOf(1044).getByText('Upcoming')).toBeTruthy()
  openApp('/?make=toyota&state=open,ended', null, { '/api/catalog': reply({ items }) })
  await screen.findByText('2015 Toyota Camry 1042')
  expect(lineOf(1042).getByText(/^Was scheduled to close /)).toBeTruthy()
  openApp('/?make=toyota&state=ended', null, { '/api/catalog': reply({ items }) })
  await screen.findByText('2015 Toyota Camry 1042')
  expect(lineOf(1042).getByText('Closed')).toBeTruthy()
  expect(screen.getByRole('option', { name: 'Ended last' })).toBeTruthy()
  expect(lineOf(1044).getByText('Closed')).toBeTruthy()
})

describe('the search', () => {
  test('is kept in the URL: a filter is a step, and the browser’s back button undoes it', async () => {
    const { fetched } = openApp('/?make=toyota&sort=new', null, { '/api/catalog': reply() })
    expect(await screen.findByText('2 lots')).toBeTruthy()
    fireEvent.click(await screen.findByRole('checkbox', { name: /Ford/ }))
    expect(location.search).toBe('?make=toyota,ford&sort=new')
    expect(await screen.findByRole('button', { name: 'Remove Ford' })).toBeTruthy()
    history.back()
    await vi.waitFor(() => expect(location.search).toBe('?make=toyota&sort=new'))
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Ford' })).toBeNull())
    expect(asked(fetched)).toContain('/api/catalog?make=toyota%2Cford&sort=new')
  })

  test('removes filters one by one by their chips, and a model goes with its make', async () => {
    openApp('/?q=red&make=ford&model=ford/f-150&odometer=-50000', null, { '/api/catalog': reply() })
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Ford' }))
    expect(location.search).toBe('?q=red&odometer=-50000')
    fireEvent.click(await screen.findByRole('button', { name: /Remove Odometer: Up to 31,100 mi/ }))
    expect(location.search).toBe('?q=red')
    fireEvent.click(await screen.findByRole('button', { name: 'Clear all' }))
    expect(location.search).toBe('?sort=ending')
  })

  test('that finds nothing offers what to remove, with what that brings', async () => {
    openApp('/?q=camry&make=ford', null, {
      '/api/catalog': reply({ items: [], total: 0, loosen: [{ drop: 'make', count: 12 }] }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Any make: 12 lots' }))
    expect(location.search).toBe('?q=camry')
  })

  test('forgives values in the URL that are spelled differently or mean nothing', async () => {
    const { fetched } = openApp('/?make=Toyota, FORD,%C3%A9&sort=cheapest&year=new&ending=24H', null, {
      '/api/catalog': reply(),
    })
    expect(await screen.findByText('2 lots')).toBeTruthy()
    expect(asked(fetched)).toEqual(['/api/catalog?make=toyota%2Cford&ending=24h'])
    expect((screen.getByRole('checkbox', { name: /Ford/ }) as HTMLInputElement).checked).toBe(true)
  })

  test('says which words were looked for in place of a typo', async () => {
    openApp('/?q=toyta', null, { '/api/catalog': reply({ instead: [{ word: 'toyta', used: ['toyota'] }] }) })
    expect(await screen.findByText(/Showing results for “toyota” instead of “toyta”/)).toBeTruthy()
  })

  test('leads to the comparison of the lots chosen in it, and refuses a fifth in words', async () => {
    const items = [1042, 1043, 1044, 1045, 1046].map((number) => lot(number))
    openApp('/?q=camry', person(), {
      '/api/catalog': reply({ items }),
      '/api/standings': { items: [], serverTime: 1 },
    })
    await screen.findByText('2015 Toyota Camry 1042')
    expect(screen.queryByRole('link', { name: /^Compare/ })).toBeNull()
    const choose = (number: number) => fireEvent.click(screen.getByRole('checkbox', { name: `Compare lot ${number}` }))
    for (const number of [1042, 1043, 1044, 1045]) choose(number)
    const link = screen.getByRole('link', { name: 'Compare 4 lots' })
    expect(link.getAttribute('href')).toBe('/lot/1042?compare=1043,1044,1045')
    choose(1046)
    expect(await screen.findByText('You can compare up to 4 lots')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Compare 4 lots' }).getAttribute('href')).toBe(link.getAttribute('href'))
    for (const number of [1042, 1043, 1044, 1045]) {
      choose(number)
    }
  })

  test('shows a visitor the main facts, but no damage, no price, no order by price and no heart', async () => {
    const { fetched } = openApp('/?q=camry', null, { '/api/catalog': reply({ items: [lot(1042)] }) })
    await screen.findByText('2015 Toyota Camry 1042')
    for (const [name, value] of [
      ['Odometer', '69,800 mi'],
      ['Title', 'Salvage'],
      ['Runs', 'Runs and drives'],
    ] as const)
      expect(screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent).toBe(value)
    expect(screen.queryByText('Damage', { selector: 'dt' })).toBeNull()
    const orders = within(screen.getByRole('combobox', { name: 'Order' })).getAllByRole('option')
    expect(orders.map(({ textContent }) => textContent).filter((text) => text?.includes('Price'))).toEqual([])
    expect(screen.queryByLabelText(/with fees and tax/)).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'Lots I can bid on' })).toBeNull()
    expect(screen.queryByRole('button', { name: /Watch lot/ })).toBeNull()
    expect(fetched.mock.calls.map(([url]) => String(url)).filter((url) => url.includes('standings'))).toEqual([])
  })
})

describe('a verified member', () => {
  const mine = { '/api/catalog': reply({ items: [lot(1042, { watching: false })], total: 1 }) }

  test('that a member shared is shown to a visitor without what only members see', async () => {
    const { fetched } = openApp('/?make=toyota&price=0-20000&state=sold,unsold&sort=price-low', null, {
      '/api/catalog': reply(),
    })
    expect(await screen.findByText('2015 Toyota Camry 1042')).toBeTruthy()
    expect(asked(fetched)).toEqual(['/api/catalog?make=toyota&state=ended'])
    expect(location.search).toBe('?make=toyota&state=ended')
  })

  test('watches a lot from the list', async () => {
    const watched = vi.fn(() => ({ watching: true }))
    openApp('/?q=camry', person(), {
      ...mine,
      '/api/standings': { items: [], serverTime: 1 },
      [`/api/lots/${lot(1042).id}/watch`]: watched,
    })
    const heart = await screen.findByRole('button', { name: 'Watch lot 1042' })
    expect(heart.getAttribute('aria-pressed')).toBe('false')
    fireEvent.click(heart)
    await vi.waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('true'))
    expect(watched).toHaveBeenCalledOnce()
  })

  test('narrows by total cost, and removes that by its chip', async () => {
    const facets = [...FACETS, { facet: 'price' as const, values: [{ value: '0', label: '0', count: 1 }] }]
    openApp('/?q=camry', person(), { ...mine, '/api/catalog': reply({ facets }) })
    const field = await screen.findByLabelText(/Up to, with fees and tax/)
    fireEvent.change(field, { target: { value: '$9,000.00' } })
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(location.search).toBe('?q=camry&total=9000')
    const chip = 'Remove Total price: up to $9,000 with fees and tax'
    fireEvent.click(await screen.findByRole('button', { name: chip }))
    expect(location.search).toBe('?q=camry')
  })

  test('says prices in the currency of the search', async () => {
    const values = [50_000, 100_000, 150_000].map((edge) => ({ value: String(edge), label: '', count: 1 }))
    const facets = [...FACETS, { facet: 'price' as const, values }]
    openApp('/?auction=tokyo&price=-100000', person(), { ...mine, '/api/catalog': reply({ facets, currency: 'JPY' }) })
    expect(await screen.findByRole('button', { name: 'Remove Price: Up to ¥100,000' })).toBeTruthy()
    expect(await screen.findByRole('option', { name: '¥50,000 (3)' })).toBeTruthy()
    expect(screen.getByLabelText('Up to, with fees and tax (JPY)')).toBeTruthy()
  })

  test('leaves only lots they can bid on, which no saved search keeps', async () => {
    const { fetched } = openApp('/?q=camry', person(), mine)
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Lots I can bid on' }))
    expect(location.search).toBe('?q=camry&biddable=yes')
    await vi.waitFor(() => expect(asked(fetched)).toContain('/api/catalog?q=camry&biddable=yes'))
    fireEvent.click(await screen.findByRole('button', { name: 'Save search' }))
    expect(((await screen.findByRole('textbox', { name: 'Search name' })) as HTMLInputElement).value).toBe('camry')
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Lots I can bid on' }))
    expect(location.search).toBe('?q=camry')
  })

  test('saves the search under a name made of its filters', async () => {
    const saved = vi.fn((_url: string, init?: RequestInit) =>
      init?.method === 'POST' ? { id: '1', alert: true } : { items: [] },
    )
    openApp('/?q=camry&make=toyota', person(), { ...mine, '/api/saved-searches': saved })
    fireEvent.click(await screen.findByRole('button', { name: 'Save search' }))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Saved as “camry, Toyota”')).toBeTruthy()
    const [, init] = saved.mock.calls.find(([, sent]) => sent?.method === 'POST')!
    expect(JSON.parse(String(init?.body))).toEqual({
      name: 'camry, Toyota',
      query: 'q=camry&make=toyota',
      alert: true,
    })
  })
})

test('suggestions are asked for while someone types, and chosen with the arrow keys', async () => {
  const { fetched } = openApp('/?q=camry', null, {
    '/api/catalog/suggestions': {
      items: [{ kind: 'make', label: 'Toyota', count: 12, make: 'toyota', model: null, lotNumber: null }],
    },
    '/api/catalog': reply(),
  })
  const box = await screen.findByRole('combobox', { name: /^Search lots by make/ })
  fireEvent.change(box, { target: { value: 'toy' } })
  expect(await screen.findByRole('option', { name: /Toyota 12 lots/ })).toBeTruthy()
  const asked = fetched.mock.calls.map(([url]) => String(url)).filter((url) => url.includes('suggestions'))
  expect(asked).toEqual(['/api/catalog/suggestions?q=toy'])
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  fireEvent.submit(screen.getByRole('search'))
  expect(location.search).toBe('?make=toyota')
})

test('the link of an alert stops it after one press', async () => {
  const stopped = vi.fn(() => ({ name: 'Small SUVs' }))
  openApp('/?stop=token', null, { '/api/saved-searches/stops': stopped })
  fireEvent.click(await screen.findByRole('button', { name: 'Stop these alerts' }))
  expect(await screen.findByText('Alerts for “Small SUVs” are off')).toBeTruthy()
  expect(stopped).toHaveBeenCalledOnce()
})

test('the link at the end of an email turns its kind off after one press, and says which', async () => {
  const unsubscribed = vi.fn(() => ({ kind: 'lost' }))
  openApp('/?unsubscribe=token', null, { '/api/unsubscriptions': unsubscribed })
  expect(unsubscribed).not.toHaveBeenCalled()
  fireEvent.click(await screen.findByRole('button', { name: 'Unsubscribe' }))
  expect(await screen.findByText('Emails are off: A lot you bid on closed')).toBeTruthy()
})

describe('results that the page brought', () => {
  const catalogAsked = (token: string | null) => {
    const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json(reply())))
    vi.stubGlobal('fetch', fetched)
    if (token !== null) localStorage.setItem('authToken', token)
    const client = createQueryClient()
    client.setQueryData([firstSearch('q=camry')], reply())
    askCatalog(client, 'q=camry')
    return fetched.mock.calls.length
  }

  test('are a visitor’s; a member asks for their own, with prices', () => {
    expect(catalogAsked(null)).toBe(0)
    expect(catalogAsked('a token')).toBe(1)
  })
})
