import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openApp, person } from '#web/shell/stage.test-support.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A form is sent some seconds after it was opened. */
const FORM_WAIT = { timeout: 8000 }

function open(field: string, message: string) {
  const refused = { code: 'invalid-input', message, details: { fields: [{ field, message }] } }
  openApp('/contact', person(), {
    '/api/tickets': (_: string, init?: RequestInit) =>
      init?.method === 'POST' ? Response.json(refused, { status: 400 }) : { items: [], next: null },
  })
}

test('a message about no lot is sent without one, and one about a lot with its number, however it is written', async () => {
  const bodies: { lotNumber: number | null }[] = []
  openApp('/contact', person(), {
    '/api/tickets': (_: string, init?: RequestInit) => {
      if (init?.method === 'POST') bodies.push(JSON.parse(String(init.body)))
      return Response.json({ code: 'busy', message: 'Later.' }, { status: 503 })
    },
  })
  await send()
  await vi.waitFor(() => expect(bodies.length).toBeGreaterThan(0), FORM_WAIT)
  expect(bodies.at(-1)!.lotNumber).toBeNull()
  fireEvent.change(screen.getByLabelText('Lot number (optional)'), { target: { value: 'Lot #1033' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Send message' }))
  await vi.waitFor(() => expect(bodies.at(-1)!.lotNumber).toBe(1033), FORM_WAIT)
})

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
