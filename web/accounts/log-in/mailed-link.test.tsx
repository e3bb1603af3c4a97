import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openApp, person } from '#web/shell/stage.test-support.tsx'
import { AUTH_LINKS, mailedLinkIn } from './mailed-link.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const SECRET = 'k'.repeat(43)
const NOT_VALID = { message: 'This link has been used.', code: 'link-not-valid', requestId: 'r' }
const calls = (fetched: ReturnType<typeof openApp>['fetched'], path: string) =>
  fetched.mock.calls.filter(([url]) => String(url) === path)

describe('a link in an email', () => {
  test.each([
    ['#confirm-email=abc', { purpose: 'confirm-email', secret: 'abc' }],
    ['#reset-password=', { purpose: 'reset-password', secret: '' }],
    ['#change-email=a_-9', { purpose: 'change-email', secret: 'a_-9' }],
    ['#delete-account=abc', null],
    ['#set-up=abc', null],
    ['#confirm-email=a b', null],
    ['', null],
  ])('%s is read as %o', (hash, link) => {
    expect(mailedLinkIn(hash, AUTH_LINKS)).toEqual(link)
  })

  test('confirms the email by a press and not by the visit, once, and leaves no secret in the URL', async () => {
    const { fetched } = openApp(`/auth#confirm-email=${SECRET}`, person({ emailConfirmed: false }), {
      '/api/email-confirmations': { email: 'ada@demo.paddock.example' },
    })
    const button = await screen.findByRole('button', { name: 'Confirm email' })
    await waitFor(() => expect(location.hash).toBe(''))
    expect(calls(fetched, '/api/email-confirmations')).toHaveLength(0)
    fireEvent.click(button)
    fireEvent.click(button)
    expect(await screen.findByText('Email confirmed')).toBeTruthy()
    expect(calls(fetched, '/api/email-confirmations')).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/calendar')
  })

  test('that was already used says so and offers a new one', async () => {
    openApp(`/auth#confirm-email=${SECRET}`, null, {
      '/api/email-confirmations': () => Response.json(NOT_VALID, { status: 409 }),
      '/api/email-confirmation-requests': () => Response.json({ ok: true }, { status: 202 }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm email' }))
    expect(await screen.findByText(NOT_VALID.message)).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ada@demo.paddock.example' } })
    fireEvent.click(screen.getByRole('button', { name: 'Send new link' }))
    expect(await screen.findByText('Check your email')).toBeTruthy()
  })

  test('sets a new password, and leads to the sign-in with the email filled in', async () => {
    const { fetched } = openApp(`/auth#reset-password=${SECRET}`, person(), {
      '/api/password-resets': { email: 'ada@demo.paddock.example' },
    })
    const field = await screen.findByLabelText<HTMLInputElement>('New password')
    expect(field.autocomplete).toBe('new-password')
    fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
    expect(await screen.findByText('Use at least 12 characters.')).toBeTruthy()
    fireEvent.change(field, { target: { value: 'nine louder otters' } })
    fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
    expect(await screen.findByText('Password changed')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@demo.paddock.example')
    const [sent] = calls(fetched, '/api/password-resets')
    expect(JSON.parse(String(sent?.[1]?.body))).toEqual({ token: SECRET, password: 'nine louder otters' })
  })
})

test('requesting a new password says the same whether or not there is an account', async () => {
  openApp('/auth?forgot', null, { '/api/password-reset-requests': () => Response.json({ ok: true }, { status: 202 }) })
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: 'nobody@demo.paddock.example' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send link' }))
  expect(await screen.findByText(/If there’s an account for nobody@/)).toBeTruthy()
})

describe('on every page', () => {
  test('a person who has not confirmed the email is reminded and can have the link resent', async () => {
    const { fetched } = openApp('/faq', person({ emailConfirmed: false }), {
      '/api/email-confirmation-requests': () => Response.json({ ok: true }, { status: 202 }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Resend' }))
    expect(await screen.findByText(/We sent the link/)).toBeTruthy()
    expect(calls(fetched, '/api/email-confirmation-requests')).toHaveLength(1)
  })

  test('support sees whose account it is viewing, and the way back', async () => {
    openApp('/faq', person({ support: { by: 'Rita', until: Date.now() + 60_000 } }))
    expect((await screen.findByText(/You’re viewing as Ada, paddle 112/)).textContent).toMatch(/read only/)
    expect(screen.getByRole('button', { name: 'End support view' })).toBeTruthy()
  })
})
