// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp, person } from '#web/shell/stage.test-support.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ID = '0190a000-0000-7000-8000-0000000000d1'
const PATH = `/api/admin/vehicle-imports/${ID}`
const COUNTS = { fresh: 0, changed: 0, known: 2, faulty: 0, remarked: 0 }
const DONE = {
  id: ID,
  fileName: 'stock.csv',
  state: 'done',
  failure: null,
  encoding: 'utf-8',
  rowCount: 2,
  doneCount: 2,
  createdAt: 1,
  finishedAt: 2,
  auctionId: null,
  auctionTitle: null,
  counts: COUNTS,
}

async function open(undo: object) {
  const { fetched } = openApp(`/admin/import/${ID}`, person({ role: 'auctioneer' }), {
    [PATH]: DONE,
    [`${PATH}/undo`]: { stop: null, lots: 0, vehicles: 0, kept: [], ...undo },
    [`${PATH}/notes`]: { items: [], next: null, unknownWords: [] },
  })
  await screen.findByText('2 unchanged')
  const isAsked = () => fetched.mock.calls.some(([url]) => String(url) === `${PATH}/undo`)
  await vi.waitFor(() => expect(isAsked()).toBe(true))
}

test('an import that made nothing offers no undo', async () => {
  await open({ stop: 'This import made nothing that can be removed.' })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull()
})

test('an import whose lots are published says so behind the button', async () => {
  await open({ stop: 'One of its lots is published. Withdraw lots in the auction instead.', lots: 1 })
  fireEvent.click(await screen.findByRole('button', { name: 'Undo import' }))
  expect(await screen.findByText(/One of its lots is published/)).toBeTruthy()
})
