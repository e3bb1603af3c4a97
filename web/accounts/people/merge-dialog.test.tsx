import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Carried } from '#contract/accounts/merge-accounts.ts'
import { openApp, person } from '#web/shell/stage.test-support.tsx'
import { CHIDI } from './account.test-support.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ADA = {
  ...CHIDI,
  id: '0190a000-0000-7000-8000-00000000ada1',
  name: 'Ada',
  email: 'ada@one.example',
  paddle: 112,
}
const TWO = {
  ...CHIDI,
  id: '0190a000-0000-7000-8000-00000000ada2',
  name: 'Ada B',
  email: 'ada@two.example',
  paddle: 117,
}
const CARRIED: Carried = { watches: 2, savedSearches: 0, tickets: 1, notes: 0, strikes: 0, referrals: 0, membership: 1 }
const PATH = `/api/admin/accounts/${ADA.id}/merges/${TWO.id}`
const BACK = `/api/admin/accounts/${TWO.id}/merges/${ADA.id}`

async function openDialog(answers: Record<string, unknown>, one: object = ADA) {
  const { fetched } = openApp(`/admin/people/${ADA.id}`, person({ role: 'owner' }), {
    [`/api/admin/accounts/${ADA.id}`]: one,
    '/api/admin/accounts': { items: [{ ...TWO, currency: 'USD' }], total: 1, next: null },
    ...answers,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Merge duplicate' }))
  const dialog = await screen.findByRole('dialog')
  const find = async () => {
    fireEvent.change(within(dialog).getByLabelText('Paddle of the other account'), { target: { value: '117' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Find account' }))
    await screen.findByText('Account that stays')
  }
  return { fetched, find }
}

test('what moves and what can’t be undone is said before the merge, which needs a reason and a second press', async () => {
  const answer = (_: string, init?: RequestInit) =>
    init?.method === 'POST' ? { carried: CARRIED } : { reasons: [], carried: CARRIED }
  const { fetched, find } = await openDialog({ [PATH]: answer })
  await find()
  await screen.findByText('You can’t undo this')
  expect(screen.getByText('Moves: 2 watched lots, 1 ticket.')).toBeTruthy()
  expect(screen.getByText('The paid membership moves, too.')).toBeTruthy()
  const sent = () => fetched.mock.calls.filter(([url, init]) => init?.method === 'POST' && String(url) === PATH)
  fireEvent.click(screen.getByRole('button', { name: 'Merge for good' }))
  await screen.findByText('Give a reason.')
  expect(sent()).toEqual([])
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'The same person' } })
  fireEvent.click(screen.getByRole('button', { name: 'Merge for good' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(JSON.parse(String(sent()[0]?.[1]?.body))).toEqual({ reason: 'The same person' })
})

test('accounts that can’t be merged show why and no button; keeping the other one is checked again', async () => {
  const reasons = ['Only the duplicate is verified. Keep that account instead.']
  const { find } = await openDialog({
    [PATH]: { reasons, carried: CARRIED },
    [BACK]: { reasons: [], carried: CARRIED },
  })
  await find()
  await screen.findByText(reasons[0]!)
  expect(screen.queryByRole('button', { name: 'Merge for good' })).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: /ada@two\.example/ }))
  await screen.findByRole('button', { name: 'Merge for good' })
})

test('a detected account is offered by name, and the pages of both say that they were merged', async () => {
  const account = { id: TWO.id, name: 'Ada B', accountStatus: 'active', verificationStatus: 'verified' }
  await openDialog(
    { [`/api/admin/accounts/${TWO.id}`]: TWO, [PATH]: { reasons: [], carried: CARRIED } },
    { ...ADA, similar: [{ kind: 'phone', account }] },
  )
  fireEvent.click(screen.getByRole('button', { name: 'Take Ada B, who shares something' }))
  await screen.findByText('Account that stays')
  cleanup()
  const other = { id: TWO.id, name: 'Ada B', email: TWO.email, paddle: 117, at: 1 }
  openApp(`/admin/people/${ADA.id}`, person({ role: 'owner' }), {
    [`/api/admin/accounts/${ADA.id}`]: { ...ADA, merged: [other] },
  })
  await screen.findByText('Other accounts of this person')
  expect(screen.getByRole('link', { name: 'Ada B, paddle 117' })).toBeTruthy()
})
