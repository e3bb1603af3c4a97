import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { StandingBid } from '#contract/bidding/standing-bids.ts'
import { openApp, person } from '#web/shell/stage.test-support.tsx'
import { CHIDI } from './account.test-support.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const OTHER_LOT = '0190a000-0000-7000-8000-00000000cafe'
const LOT = { currency: 'USD', status: 'open' } as const
const ITEMS: StandingBid[] = [
  { ...LOT, lotId: CHIDI.id, lotNumber: 12, title: '2018 Volvo V60', price: 850_000, isLeading: true },
  { ...LOT, lotId: OTHER_LOT, lotNumber: 31, title: '2011 Saab 9-5', price: 100_000, isLeading: false },
]

async function openDialog(items: StandingBid[]) {
  const { fetched } = openApp(`/admin/people/${CHIDI.id}`, person({ role: 'owner' }), {
    [`/api/admin/accounts/${CHIDI.id}`]: (_: string, init?: RequestInit) =>
      init?.method === 'PATCH' ? new Response('', { status: 503 }) : CHIDI,
    [`/api/admin/accounts/${CHIDI.id}/standing-bids`]: { items },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Status and limit' }))
  const changes = () => fetched.mock.calls.filter(([, init]) => init?.method === 'PATCH')
  return { dialog: await screen.findByRole('dialog'), changes }
}

test('the bids that a suspension would void are listed before it is confirmed', async () => {
  const { dialog, changes } = await openDialog(ITEMS)
  await within(dialog).findByText('Suspending voids bids on 2 lots')
  const listed = within(dialog)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(listed).toEqual(['Lot 12, 2018 Volvo V60, at $8,500 (leading)', 'Lot 31, 2011 Saab 9-5, at $1,000'])
  expect(within(dialog).getByText('Reactivating the account doesn’t restore them.')).toBeTruthy()
  expect(changes()).toEqual([])
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Unpaid lots' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Suspend account' }))
  await waitFor(() => expect(changes()).toHaveLength(1))
  expect(JSON.parse(String(changes()[0]?.[1]?.body))).toEqual({ accountStatus: 'suspended', reason: 'Unpaid lots' })
})

test('a failure doesn’t stay beside what the next press finds', async () => {
  const { dialog } = await openDialog([])
  const reason = within(dialog).getByLabelText('Reason')
  fireEvent.change(reason, { target: { value: 'Unpaid lots' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Suspend account' }))
  await within(dialog).findByText('Nothing was changed')
  fireEvent.change(reason, { target: { value: '' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Suspend account' }))
  await within(dialog).findByText('Give a reason.')
  expect(within(dialog).queryByText('Nothing was changed')).toBeNull()
})

test('where nothing would be voided the dialog says so', async () => {
  const { dialog } = await openDialog([])
  expect(await within(dialog).findByText('No bids would be voided by a suspension.')).toBeTruthy()
})
