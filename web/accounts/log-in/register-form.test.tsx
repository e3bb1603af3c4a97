import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DEFAULT_CONSENT, FULL_CONSENT } from '#web/platform/consent-choice.ts'
import { keepConsent } from '#web/platform/stored.ts'
import { openApp, person } from '#web/shell/stage.test-support.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const REFUSED = {
  message: 'This password is too common.',
  code: 'password-too-common',
  requestId: 'r',
}

async function openForm(register: unknown, isKnown = true, isClosed = false) {
  const answers = {
    '/api/register': register,
    '/api/referral-codes/ada-7k2': { isKnown, isClosed },
    '/api/referral-clicks': () => new Response(null, { status: 204 }),
  }
  const { fetched } = openApp('/register?ref=ada-7k2&via=flyer', null, answers)
  await screen.findByRole('button', { name: 'Create account' })
  return () => fetched.mock.calls.filter(([url]) => String(url) === '/api/register')
}

function fillIn() {
  for (const [label, value] of [
    ['Full name', 'Ada Quist'],
    ['Email', 'ada@demo.paddock.example'],
    ['Password', 'walnut ferry copper tuesday'],
    ['Phone', '+31 20 555 0142'],
    ['Country', 'NL'],
  ] as const) {
    fireEvent.change(field(label), { target: { value } })
  }
  fireEvent.click(screen.getByLabelText(/accept the terms/))
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Create account' }))

test('an empty form says at every field what is missing, and sends nothing', async () => {
  const sent = await openForm({})
  press()
  for (const words of [
    'Enter your full name.',
    'Use at least 12 characters.',
    'Choose a country.',
    'Accept the terms to register.',
  ]) {
    expect(await screen.findByText(words)).toBeTruthy()
  }
  expect(field('Full name').getAttribute('aria-invalid')).toBe('true')
  expect(sent()).toHaveLength(0)
})

test('a refused password shows its error at the password, and all input stays', async () => {
  await openForm(() => Response.json(REFUSED, { status: 409 }))
  fillIn()
  press()
  const words = await screen.findByText(REFUSED.message)
  expect(field('Password').getAttribute('aria-describedby')).toContain(words.id)
  expect(field('Password').value).toBe('walnut ferry copper tuesday')
  expect(field('Country').value).toBe('NL')
})

test('a refused password is never rated strong, even when it is typed again', async () => {
  await openForm(() => Response.json(REFUSED, { status: 409 }))
  fillIn()
  expect(screen.getByText(/Strong/)).toBeTruthy()
  press()
  await screen.findByText(REFUSED.message)
  expect(screen.queryByText(/Strong/)).toBeNull()
  fireEvent.change(field('Password'), { target: { value: 'walnut ferry copper tuesda' } })
  expect(await screen.findByText(/Strong/)).toBeTruthy()
  fireEvent.change(field('Password'), { target: { value: 'walnut ferry copper tuesday' } })
  expect(await screen.findByText(/too common/)).toBeTruthy()
  expect(screen.queryByText(/Strong/)).toBeNull()
})

test('an error that the server finds in one field is shown at that field', async () => {
  const details = { fields: [{ field: 'phone', message: 'This number does not exist.' }] }
  await openForm(() => Response.json({ message: 'x', code: 'invalid-input', requestId: 'r', details }, { status: 400 }))
  fillIn()
  press()
  const words = await screen.findByText('This number does not exist.')
  expect(field('Phone').getAttribute('aria-describedby')).toContain(words.id)
})

test('two presses in a row create one account', async () => {
  const sent = await openForm(() => Response.json(REFUSED, { status: 409 }))
  fillIn()
  const form = screen.getByRole('button', { name: 'Create account' }).closest('form')
  expect(form).not.toBeNull()
  if (form === null) return
  // False: native form submission is prevented, the second time as well.
  expect([fireEvent.submit(form), fireEvent.submit(form)]).toEqual([false, false])
  await screen.findByText(REFUSED.message)
  expect(sent()).toHaveLength(1)
})

test('a referral code says immediately whether a member has it, and is optional', async () => {
  await openForm({}, true)
  expect(await screen.findByText('This code belongs to one of our members.')).toBeTruthy()
  cleanup()
  await openForm({}, false)
  expect(await screen.findByText(/We don’t recognize this code.*leave it empty/)).toBeTruthy()
  fireEvent.change(field('Referral code (optional)'), { target: { value: '' } })
  fireEvent.blur(field('Referral code (optional)'))
  expect(await screen.findByText('From a member who invited you.')).toBeTruthy()
  cleanup()
  await openForm({}, false, true)
  expect(await screen.findByText(/The account with this code was closed/)).toBeTruthy()
})

test('a referral link is counted once, and remembered in the browser only with consent to marketing', async () => {
  const open = (query: string) =>
    openApp(`/register${query}`, null, {
      '/api/referral-codes/ben-4x9': { isKnown: true, isClosed: false },
      '/api/referral-clicks': () => new Response(null, { status: 204 }),
    })
  const { fetched } = open('?ref=ben-4x9&via=billboard')
  await screen.findByRole('button', { name: 'Create account' })
  const clicks = () => fetched.mock.calls.filter(([url]) => String(url) === '/api/referral-clicks')
  await waitFor(() => expect(clicks()).toHaveLength(1))
  expect(JSON.parse(String(clicks()[0]?.[1]?.body))).toEqual({ code: 'ben-4x9', channel: 'link' })
  expect(localStorage.getItem('referral')).toBeNull()
  keepConsent(FULL_CONSENT)
  expect(localStorage.getItem('referral')).toBe('ref=ben-4x9&via=link')
  cleanup()
  open('')
  expect((await screen.findByLabelText<HTMLInputElement>('Referral code (optional)')).value).toBe('ben-4x9')
  keepConsent(DEFAULT_CONSENT)
  expect(localStorage.getItem('referral')).toBeNull()
})

test('the referral code in the URL is sent along, and the new member is led to the fee', async () => {
  const user = person({ hasPaidMembershipFee: false, verificationStatus: 'pending', idDocument: null })
  const sent = await openForm(() => Response.json({ token: 't', user }, { status: 201 }))
  fillIn()
  press()
  await waitFor(() => expect(location.pathname).toBe('/payment'))
  expect(JSON.parse(String(sent()[0]?.[1]?.body))).toMatchObject({
    referralCode: 'ada-7k2',
    referralChannel: 'flyer',
    acceptTerms: true,
  })
  expect(localStorage.getItem('authToken')).toBe('t')
})
