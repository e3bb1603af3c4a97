import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp, person } from '#web/shell/stage.test-support.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(field: string, message: string) {
  const refused = { code: 'invalid-input', message, details: { fields: [{ field, message }] } }
  openApp('/contact', person(), {
    '/api/tickets': (_: string, init?: RequestInit) =>
      init?.method === 'POST' ? Response.json(refused, { status: 400 }) : { items: [], next: null },
  })
}

async function send() {
  fireEvent.change(await screen.findByLabelText('Subject'), { target: { value: 'Pickup' } })
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'When can I come?' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send message' }))
}

test('what is wrong with something that has no field is said for the form, not left out', async () => {
  open('fileIds', 'Attach at most five files.')
  await send()
  expect(await screen.findByText('Attach at most five files. What you wrote is still here.')).toBeTruthy()
})

test('what is wrong with a field is said there alone', async () => {
  open('subject', 'Use fewer words.')
  await send()
  expect((await screen.findAllByText(/Use fewer words/)).map(({ id }) => id)).toEqual([
    expect.stringMatching(/-error$/),
  ])
})
