import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp, person } from '#web/shell/stage.test-support.tsx'
import { CHIDI } from './account.test-support.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const OTHER = '0190a000-0000-7000-8000-00000000cafe'

async function openPeople(search: string, counted = { total: 61, isMinimum: false }) {
  const { fetched } = openApp(`/admin/people${search}`, person({ role: 'owner' }), {
    '/api/admin/accounts': { items: [{ ...CHIDI, currency: 'USD' }], ...counted, next: 'last-of-1' },
  })
  await screen.findByRole('link', { name: 'Chidi Okafor' })
  const asked = () => fetched.mock.calls.map(([url]) => String(url)).findLast((url) => url.includes('/accounts?'))
  return { asked }
}

const inAddress = (name: string) => new URLSearchParams(location.search).get(name)

test('a filter is in the URL, starts at the first page, and leaves the URL when it is removed', async () => {
  const { asked } = await openPeople('?q=chi&after=last-of-2')
  expect(asked()).toMatch(/q=chi.*after=last-of-2/)
  fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'staff' } })
  await waitFor(() => expect(location.search).toBe('?q=chi&role=staff'))
  await waitFor(() => expect(asked()).toMatch(/q=chi&role=staff$/))
  fireEvent.change(screen.getByLabelText('Role'), { target: { value: '' } })
  await waitFor(() => expect(location.search).toBe('?q=chi'))
})

test('the next page keeps the filter, and going back leads to the previous page', async () => {
  await openPeople('?q=chi')
  const before = history.length
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(location.search).toBe('?q=chi&after=last-of-1'))
  expect(history.length).toBe(before + 1)
})

test('the list says how many people there are, or that there are more than it counts', async () => {
  await openPeople('')
  expect(screen.getByText('61 people')).toBeTruthy()
  cleanup()
  await openPeople('', { total: 10_000, isMinimum: true })
  expect(screen.getByText('More than 10,000 people')).toBeTruthy()
})

test('roles, identity and account are in words, and the name heads a row that a phone stacks', async () => {
  await openPeople('')
  const cells = screen.getAllByRole('cell')
  expect(cells.slice(3, 7).map(({ textContent }) => textContent)).toEqual(['Member', 'Paid', 'Verified', 'Active'])
  expect(cells.filter((cell) => 'head' in cell.dataset).map(({ textContent }) => textContent)).toEqual(['Chidi Okafor'])
})

test('a person’s page says what they share with other accounts, with a link to each', async () => {
  const account = { id: OTHER, name: 'Boris Maas', accountStatus: 'active', verificationStatus: 'pending' }
  openApp(`/admin/people/${CHIDI.id}`, person({ role: 'owner' }), {
    [`/api/admin/accounts/${CHIDI.id}`]: {
      ...CHIDI,
      shared: [{ kind: 'device', since: 1, account }],
    },
  })
  const link = await screen.findByRole('link', { name: 'Boris Maas' })
  expect(link.getAttribute('href')).toBe(`/admin/people/${OTHER}`)
  expect(link.parentElement?.textContent).toMatch(/^This device is also on Boris Maas \(active, not verified\) since/)
})

test('a column sorts in its own direction first and reverses at the next press', async () => {
  await openPeople('')
  expect(screen.getByRole('columnheader', { name: /^Joined/ }).getAttribute('aria-sort')).toBe('descending')
  fireEvent.click(screen.getByRole('button', { name: 'Limit' }))
  await waitFor(() => expect([inAddress('sort'), inAddress('order')]).toEqual(['limit', 'down']))
  fireEvent.click(await screen.findByRole('button', { name: 'Limit ↓' }))
  await waitFor(() => expect(inAddress('order')).toBe('up'))
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect([inAddress('sort'), inAddress('order')]).toEqual(['name', 'up']))
})

test('the slash focuses the search, and is an ordinary character while typing', async () => {
  await openPeople('')
  const search = screen.getByLabelText('Name, email or paddle')
  fireEvent.keyDown(document.body, { key: '/' })
  expect(document.activeElement).toBe(search)
  const role = screen.getByLabelText('Role')
  role.focus()
  fireEvent.keyDown(role, { key: '/' })
  expect(document.activeElement).toBe(role)
})
