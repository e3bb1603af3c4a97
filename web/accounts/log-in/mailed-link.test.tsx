import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openApp, person } from '#web/shell/stage.test-model.tsx'
import { mailedLinkIn } from './mailed-link.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const SECRET = 'k'.repeat(43)
const NOT_VALID = { message: 'This link has been used.', code: 'link-not-valid', requestId: 'r' }
const calls = (fetched: ReturnType<typeof openApp>['fetched'], path: string) =>
  fetched.mock.calls.filter(([url]) => String(url) === path)

describe('a link of a mail', () => {
  test.each([
    ['#confirm-email=abc', { purpose: 'confirm-email', secret: 'abc' }],
    ['#reset-password=', { purpose: 'reset-password', secret: '' }],
    ['#change-email=a_-9', { purpose: 'change-email', secret: 'a_-9' }],
    ['#delete-account=abc', null],
    ['#confirm-email=a b', null],
    ['', null],
  ])('%s is read as %o', (hash, link) => {
    expect(mailedLinkIn(hash)).toEqual(link)
  })

  test('confirms the address by a press and not by the visit, once, and leaves no secret in the address', async () => {
    const { fetched } = openApp(`/auth#confirm-email=${SECRET}`, person({ emailConfirmed: false }), {
      '/api/email-confirmations': { email: 'ada@demo.paddock.example' },
    })
    const button = await screen.findByRole('button', { name: 'Confirm this address' })
    await waitFor(() => expect(location.hash).toBe(''))
    expect(calls(fetched, '/api/email-confirmations')).toHaveLength(0)
    fireEvent.click(button)
    fireEvent.click(button)
    expect(await screen.findByText('The address is confirmed')).toBeTruthy()
    expect(calls(fetched, '/api/email-confirmations')).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/calendar')
  })

  test('that was used says so and offers a new one', async () => {
    openApp(`/auth#confirm-email=${SECRET}`, null, {
      '/api/email-confirmations': () => Response.json(NOT_VALID, { status: 409 }),
      '/api/email-confirmation-requests': () => Response.json({ ok: true }, { status: 202 }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm this address' }))
    expect(await screen.findByText(NOT_VALID.message)).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Email address'), { target: { value: 'ada@demo.paddock.example' } })
    fireEvent.click(screen.getByRole('button', { name: 'Send a new link' }))
    expect(await screen.findByText('Look into your mail')).toBeTruthy()
  })

  test('sets a new password, and leads to the log-in with the address filled in', async () => {
    const { fetched } = openApp(`/auth#reset-password=${SECRET}`, person(), {
      '/api/password-resets': { email: 'ada@demo.paddock.example' },
    })
    const field = await screen.findByLabelText<HTMLInputElement>('New password')
    expect(field.autocomplete).toBe('new-password')
    fireEvent.click(screen.getByRole('button', { name: 'Set the new password' }))
    expect(await screen.findByText('Use at least 12 characters.')).toBeTruthy()
    fireEvent.change(field, { target: { value: 'nine louder otters' } })
    fireEvent.click(screen.getByRole('button', { name: 'Set the new password' }))
    expect(await screen.findByText('Your new password is set')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email address').value).toBe('ada@demo.paddock.example')
    const [sent] = calls(fetched, '/api/password-resets')
    expect(JSON.parse(String(sent?.[1]?.body))).toEqual({ token: SECRET, password: 'nine louder otters' })
  })
})

test('asking for a new password says the same whoever asks', async () => {
  openApp('/auth?forgot', null, { '/api/password-reset-requests': () => Response.json({ ok: true }, { status: 202 }) })
  fireEvent.change(await screen.findByLabelText('Email address'), { target: { value: 'nobody@demo.paddock.example' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send the link' }))
  expect(await screen.findByText(/If there is an account with nobody@/)).toBeTruthy()
})

describe('on every page', () => {
  test('whoever has not confirmed the address is reminded, and can have the link again', async () => {
    const { fetched } = openApp('/faq', person({ emailConfirmed: false }), {
      '/api/email-confirmation-requests': () => Response.json({ ok: true }, { status: 202 }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Resend' }))
    expect(await screen.findByText(/We sent the link/)).toBeTruthy()
    expect(calls(fetched, '/api/email-confirmation-requests')).toHaveLength(1)
  })

  test('support sees whose account it looks at, and the way back', async () => {
    openApp('/faq', person({ support: { by: 'Rita', until: Date.now() + 60_000 } }))
    expect((await screen.findByText(/You see the house as Ada, paddle 112/)).textContent).toMatch(/read only/)
    expect(screen.getByRole('button', { name: 'End support' })).toBeTruthy()
  })
})
