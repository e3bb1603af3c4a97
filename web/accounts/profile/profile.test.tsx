import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Profile } from '#contract/accounts/account-profile.ts'
import { openApp, person } from '#web/shell/stage.test-support.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const PROFILE: Profile = {
  addresses: [],
  pendingEmail: null,
  passwordChangedAt: null,
  secondFactor: { since: null, recoveryCodesLeft: 0, obligatory: false },
}
const SESSIONS = {
  items: [
    { id: '1', current: true, device: 'Chrome on Linux', address: '203.0.113.7', createdAt: 1, lastSeenAt: 1 },
    { id: '2', current: false, device: 'Safari on iPhone', address: null, createdAt: 1, lastSeenAt: 1 },
  ],
}
const BASE = { '/api/profile': PROFILE, '/api/sessions': SESSIONS }

const section = async (name: string) => within(await screen.findByRole('region', { name }))
const refused =
  (code: string, message: string, details = {}) =>
  () =>
    Response.json({ message, code, requestId: 'r', details }, { status: 409 })

test('changing the password asks for the current one, and a wrong one shows an error on the field', async () => {
  openApp('/profile', person(), { ...BASE, '/api/password': refused('wrong-password', 'This is not it.') })
  const password = await section('Password')
  fireEvent.click(password.getByRole('button', { name: 'Change password' }))
  const current = password.getByLabelText<HTMLInputElement>('Current password')
  expect(document.activeElement).toBe(current)
  expect(current.autocomplete).toBe('current-password')
  fireEvent.change(current, { target: { value: 'not it' } })
  fireEvent.change(password.getByLabelText('New password'), { target: { value: 'nine louder otters' } })
  fireEvent.submit(current.closest('form') ?? document.body)
  const words = await password.findByText('This is not it.')
  expect(current.getAttribute('aria-describedby')).toContain(words.id)
})

test('two-factor authentication is set up in three steps, and the codes must be saved before continuing', async () => {
  const codes = ['AAAAA-BBBBB', 'CCCCC-DDDDD']
  let user = person()
  openApp('/profile', user, {
    ...BASE,
    '/api/user': () => user,
    '/api/second-factor/enrolments': () =>
      Response.json({ secret: 'ABCDEFGH', uri: 'otpauth://totp/x', qr: 'data:image/svg+xml;base64,' }, { status: 201 }),
    '/api/second-factor': () => {
      user = person({ secondFactor: 'on' })
      return Response.json({ recoveryCodes: codes })
    },
  })
  const factor = await section('Two-factor authentication')
  fireEvent.click(factor.getByRole('button', { name: 'Set up' }))
  fireEvent.change(factor.getByLabelText('Your password'), { target: { value: 'seven quiet herons' } })
  fireEvent.click(factor.getByRole('button', { name: 'Continue' }))
  expect(await factor.findByAltText('QR code for your authenticator app')).toBeTruthy()
  expect(factor.getByText('ABCD EFGH')).toBeTruthy()
  fireEvent.change(factor.getByLabelText('Six-digit code'), { target: { value: '123456' } })
  fireEvent.click(factor.getByRole('button', { name: 'Turn on' }))
  expect(await factor.findByText('CCCCC-DDDDD')).toBeTruthy()
  // The server counts it as on by now; the codes are still shown.
  await factor.findByText('On')
  const done = factor.getByRole<HTMLButtonElement>('button', { name: 'Done' })
  expect(done.disabled).toBe(true)
  fireEvent.click(factor.getByLabelText('I saved these codes'))
  fireEvent.click(done)
  await waitFor(() => expect(factor.queryByText('CCCCC-DDDDD')).toBeNull())
})

test('other sessions can be ended one by one, but not the current one', async () => {
  const { fetched } = openApp('/profile', person(), {
    ...BASE,
    '/api/sessions/2': () => new Response(null, { status: 204 }),
  })
  const sessions = await section('Where you’re signed in')
  expect(await sessions.findByText(/this device/)).toBeTruthy()
  fireEvent.click(sessions.getByRole('button', { name: 'Sign out Safari on iPhone' }))
  await waitFor(() => expect(fetched.mock.calls.some(([url]) => String(url) === '/api/sessions/2')).toBe(true))
  expect(sessions.queryByRole('button', { name: 'Sign out Chrome on Linux' })).toBeNull()
})

describe('an address', () => {
  test('is saved once, with what the browser fills in, and says at the field what is missing', async () => {
    const { fetched } = openApp('/profile', person(), {
      ...BASE,
      '/api/profile/addresses': (_: string, init: RequestInit) =>
        Response.json({ id: '1', ...(JSON.parse(String(init.body)) as object) }, { status: 201 }),
    })
    const book = await section('Addresses')
    fireEvent.click(await book.findByRole('button', { name: 'Add address' }))
    expect(book.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada')
    const street = book.getByLabelText<HTMLInputElement>('Street address')
    expect(street.autocomplete).toBe('address-line1')
    fireEvent.click(book.getByRole('button', { name: 'Save address' }))
    expect(await book.findByText('Enter the street address.')).toBeTruthy()
    fireEvent.change(street, { target: { value: 'Keizersgracht 12' } })
    fireEvent.change(book.getByLabelText('City'), { target: { value: 'Amsterdam' } })
    fireEvent.change(book.getByLabelText('Country'), { target: { value: 'NL' } })
    fireEvent.click(book.getByRole('button', { name: 'Save address' }))
    const sent = () => fetched.mock.calls.filter(([url]) => String(url) === '/api/profile/addresses')
    await waitFor(() => expect(sent()).toHaveLength(1))
    await waitFor(() => expect(book.queryByRole('group', { name: 'New address' })).toBeNull())
    expect(JSON.parse(String(sent()[0]?.[1]?.body))).toMatchObject({
      recipient: 'Ada',
      city: 'Amsterdam',
      country: 'NL',
    })
  })

  test('list that cannot be loaded says so, and can be reloaded', async () => {
    openApp('/profile', person(), {
      ...BASE,
      '/api/profile': () => Response.json({ message: 'We’re busy.', code: 'busy' }, { status: 503 }),
    })
    const book = await section('Addresses')
    expect(await book.findByText(/We’re busy/, {}, { timeout: 4000 })).toBeTruthy()
    expect(book.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

test('closing the account is refused with every reason', async () => {
  const reasons = ['You lead a lot.', 'A lot is not paid for yet.']
  openApp('/profile', person(), {
    ...BASE,
    '/api/account-closings': refused('account-in-use', `Not yet. ${reasons.join(' ')}`, { reasons }),
  })
  const close = await section('Close account')
  fireEvent.click(close.getByRole('button', { name: 'Close account' }))
  fireEvent.change(close.getByLabelText('Your password'), { target: { value: 'seven quiet herons' } })
  fireEvent.click(close.getByRole('button', { name: 'Close account permanently' }))
  const alert = within(await close.findByRole('alert'))
  expect(alert.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(reasons)
})

describe('the staff sign-in', () => {
  test('has a colleague set up two-factor authentication before the administration opens', async () => {
    openApp('/admin', person({ role: 'reviewer', secondFactor: 'due' }), BASE)
    expect(await screen.findByRole('heading', { name: 'Set up two-factor authentication' })).toBeTruthy()
    expect(location.pathname).toBe('/admin-login')
  })
})
