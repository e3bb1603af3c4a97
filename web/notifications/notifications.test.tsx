import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FeedMessage } from '#contract/bidding/feed.ts'
import type { NoticeChoice, Notification } from '#contract/notifications/notifications.ts'
import type { FeedHandler } from '../platform/feed.ts'
import { createQueryClient } from '../platform/query.ts'
import { person, playServer } from '../shell/stage.test-support.tsx'
import AnswerNotice from './answer-notice.tsx'
import BellLabel from './bell-label.tsx'
import { KIND_GROUPS } from './kind-words.ts'
import { NotificationChoices } from './notification-choices.tsx'
import { NotificationList } from './notification-list.tsx'
import { useAnswerLink } from './use-answer-link.ts'

let sendMessage: FeedHandler = () => {}
vi.mock('../platform/feed.ts', () => ({
  useFeed: (_: object, given: FeedHandler) => void (sendMessage = given),
}))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

function show(screenful: React.ReactNode, answers: Record<string, unknown>) {
  localStorage.setItem('authToken', 'a token')
  const fetched = playServer({ '/api/user': person(), ...answers })
  render(<QueryClientProvider client={createQueryClient()}>{screenful}</QueryClientProvider>)
  return fetched
}

const OUTBID: Notification = {
  id: '00000000-0000-7000-8000-000000000002',
  kind: 'outbid',
  title: 'You are outbid on lot 1004, 2010 Kiri Urban',
  body: 'The price is $150.00 now.',
  link: '/lot/1004',
  lot: { lotNumber: 1004, title: '2010 Kiri Urban', heroPhoto: '/photos/kiri-960.webp' },
  createdAt: Date.UTC(2026, 10, 21, 12, 0, 0),
  readAt: null,
  mail: { state: 'sent', sentAt: Date.UTC(2026, 10, 21, 12, 0, 1), deliveredAt: Date.UTC(2026, 10, 21, 12, 0, 2) },
}

describe('the bell', () => {
  test('says how many are unread, and counts again when the feed reports a new one', async () => {
    let unread = 2
    show(<BellLabel />, { '/api/notifications/unread': () => ({ unread }) })
    await screen.findByText('Notifications, 2 unread')
    unread = 3
    const news: FeedMessage = { type: 'notified', serverTime: 1 }
    act(() => sendMessage(news, false))
    await screen.findByText('Notifications, 3 unread')
  })

  test('shows no number when nothing is unread', async () => {
    show(<BellLabel />, { '/api/notifications/unread': { unread: 0 } })
    expect((await screen.findByText('Notifications')).parentElement?.textContent).toBe('Notifications')
  })
})

describe('the list', () => {
  const LIST = { items: [OUTBID], next: null, unread: 1 }

  test('keeps what is about one lot together, below its photo, and says nothing about emails', async () => {
    const other = { ...OUTBID, id: OUTBID.id.replace(/2$/, '3'), title: 'Welcome', link: null, lot: null }
    const older = { ...OUTBID, id: OUTBID.id.replace(/2$/, '1'), title: 'Lot 1004 ends soon' }
    show(<NotificationList />, { '/api/notifications': { ...LIST, items: [OUTBID, other, older] } })
    const item = await screen.findByRole('link', { name: /You are outbid on lot 1004/ })
    expect(item.getAttribute('href')).toBe('/lot/1004')
    const [group] = screen.getAllByRole('listitem')
    expect(within(group!).getByText('Lot 1004 ends soon')).toBeTruthy()
    expect(group!.querySelector('img')?.src).toContain('/photos/kiri-960.')
    expect(document.body.textContent).not.toMatch(/email|mail server/)
  })

  test('marks a notice as read when it is opened', async () => {
    const fetched = show(<NotificationList />, { '/api/notifications': LIST, '/api/notifications/read': { unread: 0 } })
    fireEvent.click(await screen.findByRole('link', { name: /New: You are outbid/ }))
    await waitFor(() => expect(screen.queryByText('New:')).toBeNull())
    const [, init] = fetched.mock.calls.find(([url]) => String(url) === '/api/notifications/read') ?? []
    expect(JSON.parse(String(init?.body))).toEqual({ ids: [OUTBID.id], upTo: null })
  })

  test('marks all as read up to the newest shown: later ones stay new', async () => {
    const fetched = show(<NotificationList />, { '/api/notifications': LIST, '/api/notifications/read': { unread: 0 } })
    fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(screen.queryByText('Mark all as read')).toBeNull())
    const [, init] = fetched.mock.calls.find(([url]) => String(url) === '/api/notifications/read') ?? []
    expect(JSON.parse(String(init?.body))).toEqual({ ids: [], upTo: OUTBID.id })
  })

  test('says what will appear when it is empty', async () => {
    show(<NotificationList />, { '/api/notifications': { items: [], next: null, unread: 0 } })
    await screen.findByText('No notifications yet')
  })
})

describe('the choices', () => {
  const items = KIND_GROUPS.flatMap(({ kinds }) => kinds).map(({ kind }): NoticeChoice => ({
    kind,
    mail: true,
    push: false,
    page: true,
    fixed: kind === 'account-security' ? ['mail', 'page'] : [],
  }))
  const CHOICES = { items, pushKey: 'key', pushEndpoints: [] }

  test('change immediately and are sent to the server', async () => {
    const changed = { kind: 'outbid', mail: false, push: false, page: true, fixed: [] }
    const fetched = show(<NotificationChoices />, {
      '/api/notification-choices': (_: string, init?: RequestInit) => (init?.method === 'PUT' ? changed : CHOICES),
    })
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'You’re outbid: Email' })
    expect(box.checked).toBe(true)
    fireEvent.click(box)
    await waitFor(() => expect(box.checked).toBe(false))
    const [, init] = fetched.mock.calls.find(([, sent]) => sent?.method === 'PUT') ?? []
    expect(JSON.parse(String(init?.body))).toEqual({ kind: 'outbid', mail: false, push: false, page: true })
  })

  test.each([
    ['a buyer', null, false],
    ['a seller', { code: 'NORTH', name: 'Northside Fleet' }, true],
  ])('of %s leave out what only others get', async (_, seller, isSeller) => {
    const selling = { seller, counts: { running: 0, over: 0 }, statements: [] }
    show(<NotificationChoices />, {
      '/api/user': person(),
      '/api/notification-choices': CHOICES,
      '/api/selling': selling,
    })
    await screen.findByText('You’re outbid')
    await waitFor(() => expect(screen.queryByText('We paid you') !== null).toBe(isSeller))
    expect(screen.queryByText(/our team/)).toBeNull()
  })

  test('do not offer to turn off what is fixed', async () => {
    show(<NotificationChoices />, { '/api/notification-choices': CHOICES })
    const row = (await screen.findByText('Account security')).closest('tr')
    const boxes = within(row as HTMLElement).getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map(({ disabled }) => disabled)).toEqual([true, false, true])
  })

  test('say so where the browser doesn’t support push', async () => {
    show(<NotificationChoices />, { '/api/notification-choices': CHOICES })
    await screen.findByText(/This browser doesn’t support push notifications/)
  })
})

describe('the link of an outbid notice', () => {
  function Lot() {
    const answer = useAnswerLink()
    return <AnswerNotice answer={answer} currency="USD" />
  }

  test('fills in the next bid, sends none, and is removed from the URL', async () => {
    history.replaceState(null, '', '/lot/1004?answer=TOKEN&x=1')
    const fetched = show(<Lot />, { '/api/answer-links': { lotId: OUTBID.id, lotNumber: 1004, nextBid: 175_00 } })
    await screen.findByText('We filled in the next bid: $175')
    expect(location.search).toBe('?x=1')
    expect(fetched.mock.calls.map(([url]) => String(url)).filter((url) => url.includes('/bids'))).toEqual([])
  })

  test('asks a visitor to sign in, and leads back', async () => {
    history.replaceState(null, '', '/lot/1004?answer=TOKEN')
    const fetched = show(<Lot />, { '/api/user': null })
    const link = await screen.findByRole('link', { name: 'Sign in' })
    expect(link.getAttribute('href')).toBe(`/auth?redirect=${encodeURIComponent('/lot/1004?answer=TOKEN')}`)
    expect(fetched.mock.calls.some(([url]) => String(url) === '/api/answer-links')).toBe(false)
  })

  test('that has expired says so and shows the lot in its current state', async () => {
    history.replaceState(null, '', '/lot/1004?answer=TOKEN')
    const message = 'This link was used, or its time is over.'
    show(<Lot />, {
      '/api/answer-links': () => Response.json({ message, code: 'answer-link-over' }, { status: 409 }),
    })
    await screen.findByText('This link has expired')
    screen.getByText(message)
  })
})
