import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp, person } from '#web/shell/stage.test-support.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ID = '00000000-0000-4000-8000-000000000700'
const DELETION = `/api/admin/canned-answers/${ID}/deletion`

test('an answer that the whole team uses is deleted only after a dialog that says it is final', async () => {
  const { fetched } = openApp('/admin/canned-answers', person({ role: 'owner' }), {
    '/api/admin/canned-answers': {
      items: [{ id: ID, title: 'Pickup', text: 'Bring your ID.', version: 1 }],
      variables: [],
    },
    [DELETION]: { ok: true },
  })
  const sent = () => fetched.mock.calls.filter(([url]) => url === DELETION).length
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Pickup”?' }))
  expect(dialog.getByText(/The whole team loses this answer.*can’t undo/)).toBeTruthy()
  expect(sent()).toBe(0)
  fireEvent.click(dialog.getByRole('button', { name: 'Delete answer' }))
  await waitFor(() => expect(sent()).toBe(1))
})
