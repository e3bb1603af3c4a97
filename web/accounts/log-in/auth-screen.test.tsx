import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openApp, person } from '#web/shell/stage.test-support.tsx'
import { continueTo } from './continue-to.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const ORIGIN = 'https://paddock.example'

describe('after signing in', () => {
  test.each([
    ['?redirect=/lot/7', '/lot/7'],
    ['?redirect=%2Flot%2F7%3Fa%3D1%23b', '/lot/7?a=1#b'],
    ['?redirect=https://evil.example/', '/calendar'],
    ['?redirect=//evil.example/', '/calendar'],
    ['?redirect=/%5Cevil.example', '/calendar'],
    ['?redirect=javascript:alert(1)', '/calendar'],
    ['?redirect=/auth?redirect=/auth', '/calendar'],
    ['', '/calendar'],
  ])('a verified member who came with %s goes to %s', (search, target) => {
    expect(continueTo(person(), search, ORIGIN)).toBe(target)
  })

  test('a member who has not paid goes on to the fee', () => {
    expect(continueTo(person({ hasPaidMembershipFee: false }), '', ORIGIN)).toBe('/payment')
  })
})

test('wrong credentials show one error, and the input stays', async () => {
  const { fetched } = openApp('/auth', null, {
    '/api/login': () =>
      Response.json({ message: 'Not right.', code: 'wrong-credentials', requestId: 'r' }, { status: 401 }),
  })
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: 'ada@demo.paddock.example' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'wrong' } })
  const form = screen.getByLabelText('Password').closest('form')
  expect(form).not.toBeNull()
  if (form === null) return
  fireEvent.submit(form)
  fireEvent.submit(form)
  expect((await screen.findByRole('alert')).textContent).toContain('Not right.')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('wrong')
  expect(fetched.mock.calls.filter(([url]) => String(url) === '/api/login')).toHaveLength(1)
})

test('an account with two-factor authentication is asked for its code as a second step; a wrong code shows an error on the field', async () => {
  const sent: unknown[] = []
  openApp('/auth?redirect=/bidding-guide', null, {
    '/api/login': (_: string, init: RequestInit) => {
      const body = JSON.parse(String(init.body)) as { code?: string }
      sent.push(body)
      const code = body.code === undefined ? 'second-factor-required' : 'wrong-code'
      if (body.code === '123456') return Response.json({ token: 't', user: person() })
      return Response.json({ message: 'Not this one.', code, requestId: 'r' }, { status: 401 })
    },
  })
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: 'ada@demo.paddock.example' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'right' } })
  fireEvent.submit(screen.getByLabelText('Password').closest('form') ?? document.body)
  const code = await screen.findByLabelText<HTMLInputElement>('Six-digit code')
  expect(code.autocomplete).toBe('one-time-code')
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.change(code, { target: { value: '654321' } })
  fireEvent.submit(code.closest('form') ?? document.body)
  const words = await screen.findByText('Not this one.')
  expect(code.getAttribute('aria-describedby')).toContain(words.id)
  fireEvent.change(code, { target: { value: '123456' } })
  fireEvent.submit(code.closest('form') ?? document.body)
  await waitFor(() => expect(location.pathname).toBe('/bidding-guide'))
  expect(sent.at(-1)).toEqual({ email: 'ada@demo.paddock.example', password: 'right', code: '123456' })
})

test('signing in leads to the requested page', async () => {
  openApp('/auth?redirect=/bidding-guide', null, {
    '/api/login': () => Response.json({ token: 't', user: person() }),
  })
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: 'ada@demo.paddock.example' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'right' } })
  fireEvent.submit(screen.getByLabelText('Password').closest('form') ?? document.body)
  await waitFor(() => expect(location.pathname).toBe('/bidding-guide'))
})
