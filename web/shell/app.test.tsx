import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toast } from '../ui/toast.tsx'
import * as leave from '../platform/leave.ts'
import { shippedAnswers } from '#test/shipped-answers.ts'
import { type Answers, openApp, person, TERMS } from './stage.test-support.tsx'

// The stream has its own tests.
vi.mock('#web/platform/feed.ts', () => import('#web/platform/feed.test-support.ts'))

const goHome = vi.spyOn(leave, 'goHome').mockImplementation(() => {})

const ALL = '{"necessary":true,"analytics":true,"marketing":true,"functional":true}'

beforeEach(() => localStorage.setItem('cookie-consent', ALL))

afterEach(() => {
  cleanup()
  localStorage.clear()
  goHome.mockClear()
  vi.unstubAllGlobals()
})

const main = () => within(screen.getAllByRole('navigation', { name: 'Main' })[0] as HTMLElement)
const links = () =>
  main()
    .getAllByRole('link')
    .map((link) => link.textContent)

describe('the frame of every screen', () => {
  test('has a way past the header, a content landmark, a header and a footer', async () => {
    openApp('/about', null)
    const content = screen.getByRole('main')
    expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe(`#${content.id}`)
    expect(screen.getByRole('banner')).toBeTruthy()
    expect(screen.getByRole('contentinfo')).toBeTruthy()
  })

  test('offers a visitor the lots, the calendar, how it works, sign-in and registration', async () => {
    openApp('/about', null)
    await screen.findByRole('link', { name: 'Register' })
    expect(links()).toEqual(['Browse lots', 'Calendar', 'How it works', 'Bidding guide', 'FAQ'])
    expect(screen.getAllByRole('link', { name: 'Sign in' }).length).toBeGreaterThan(0)
  })

  test('offers a verified member their bids and invoices', async () => {
    openApp('/about', person())
    await screen.findByRole('button', { name: 'Paddle 112' })
    expect(links()).toEqual(['Browse lots', 'Calendar', 'My bids', 'Invoices'])
  })

  test('shows an unfinished member the next step', async () => {
    openApp('/about', person({ hasPaidMembershipFee: false }))
    await screen.findByRole('button', { name: 'Paddle 112' })
    expect(links()[0]).toBe('Pay the membership fee')
  })

  test('leads staff to the administration, and nobody else', async () => {
    openApp('/about', person({ role: 'auctioneer' }))
    await screen.findByRole('button', { name: 'Ada' })
    expect(links()).toContain('Administration')
  })

  test('shows a suspended member a notice on every page', async () => {
    openApp('/about', person({ accountStatus: 'suspended' }))
    expect(await screen.findByText('Your account isn’t active')).toBeTruthy()
  })

  test('signs out from the account menu', async () => {
    const { fetched } = openApp('/about', person(), { '/api/logout': {} })
    fireEvent.click(await screen.findByRole('button', { name: 'Paddle 112' }))
    fireEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(goHome).toHaveBeenCalledOnce())
    expect(fetched.mock.calls.some(([url, init]) => url === '/api/logout' && init?.method === 'POST')).toBe(true)
  })

  test('the theme chosen in the menu is set on the document, and stored with consent', async () => {
    openApp('/about', person())
    fireEvent.click(await screen.findByRole('button', { name: 'Paddle 112' }))
    fireEvent.click(within(screen.getByRole('group', { name: 'Account' })).getByRole('radio', { name: 'Dark' }))
    expect(document.documentElement.dataset['theme']).toBe('dark')
    expect(localStorage.getItem('theme')).toBe('dark')
    fireEvent.click(within(screen.getByRole('group', { name: 'Account' })).getByRole('radio', { name: 'System' }))
    expect(document.documentElement.dataset['theme']).toBeUndefined()
  })

  test('the cookie settings open from the footer', async () => {
    openApp('/about', null)
    fireEvent.click(await screen.findByRole('button', { name: 'Cookie settings' }))
    expect(await screen.findByRole('dialog', { name: 'Cookie settings' })).toBeTruthy()
  })

  test('credits the photos in the demo', async () => {
    openApp('/about', null)
    expect((await screen.findByRole('link', { name: 'Photo credits' })).getAttribute('href')).toBe('/demo/credits')
  })
})

describe('notifications in the application', () => {
  test('at most one is visible: a new one replaces the one before', async () => {
    openApp('/about', null)
    act(() => void toast({ title: 'First' }))
    expect(await screen.findByText('First')).toBeTruthy()
    act(() => void toast({ title: 'Second', variant: 'destructive' }))
    await waitFor(() => expect(screen.getAllByText('Second').length).toBeGreaterThan(0))
    expect(screen.queryByText('First')).toBeNull()
  })
})

describe('the chatbot', () => {
  async function ask(question: string, answers: Answers = {}) {
    openApp('/about', null, answers)
    await screen.findByRole('link', { name: 'Photo credits' })
    fireEvent.click(screen.getAllByRole('button', { name: 'Ask a question' })[0]!)
    fireEvent.change(await screen.findByLabelText('Your question'), { target: { value: question } })
    fireEvent.click(screen.getByRole('button', { name: 'Ask' }))
    const log = within(screen.getByRole('log'))
    expect(log.getByText(question)).toBeTruthy()
    await waitFor(() => expect(log.queryByText('Searching')).toBeNull())
    return log
  }

  test('answers from our pages and names the source', async () => {
    const log = await ask('when do i have to pay?')
    expect(log.getByText(/Within 3 business days/)).toBeTruthy()
    expect(log.getByRole('link', { name: 'FAQ: When do I have to pay?' }).getAttribute('href')).toBe('/faq#payment-due')
  })

  test('answers a question that was asked before our pages had arrived', async () => {
    const log = await ask('when do i have to pay?', {
      '/api/passages': async () => {
        await screen.findByText('Searching')
        return shippedAnswers(TERMS)['/api/passages']
      },
    })
    expect(log.getByText(/Within 3 business days/)).toBeTruthy()
  })

  test('says that it can’t answer while our pages can’t be read', async () => {
    const log = await ask('when do i have to pay?', { '/api/passages': () => Promise.reject(new TypeError('away')) })
    expect(log.getByText(/We couldn’t reach our server/)).toBeTruthy()
  })

  test('says when it does not know, and leads to our team', async () => {
    const log = await ask('what is the weather on mars')
    expect(log.getByText(/I can’t answer that/)).toBeTruthy()
    fireEvent.click(log.getByRole('button', { name: 'Contact our team' }))
    expect(await screen.findByText(/Your conversation with the assistant is included/)).toBeTruthy()
  })

  test('isn’t covered by the menu from which it was opened', async () => {
    openApp('/about', null)
    const menu = await screen.findByRole('button', { name: 'Menu' })
    fireEvent.click(menu)
    fireEvent.click(screen.getAllByRole('button', { name: 'Ask a question' }).at(-1)!)
    await screen.findByLabelText('Your question')
    await waitFor(() => expect(menu.getAttribute('aria-expanded')).toBe('false'))
  })

  test('closes on Escape and returns the focus to its button', async () => {
    await ask('reserve')
    fireEvent.keyDown(screen.getByLabelText('Your question'), { key: 'Escape' })
    expect(screen.queryByRole('log')).toBeNull()
    expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'Ask a question' })[0])
  })
})
