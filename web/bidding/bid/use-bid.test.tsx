// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FeedMessage } from '#contract/bidding/feed.ts'
import type { FeedHandler } from '#web/platform/feed.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { ADA, answer, LOT_ID, standing } from '../lot.test-support.ts'
import { useBid } from './use-bid.ts'

type Sent = { url: string; body: { bidId: string; kind: string; amount: number; notAfter?: number }; at: number }

let sent: Sent[]
let replies: (() => Response | Promise<Response>)[]
let online: boolean
let deliver: FeedHandler

vi.mock('#web/platform/feed.ts', () => ({ useFeed: (_: object, handler: FeedHandler) => void (deliver = handler) }))

function problem(status: number, code: string, details = {}, headers = {}): () => Response {
  return () => new Response(JSON.stringify({ message: 'No.', code, requestId: 'r', details }), { status, headers })
}

/** What a proxy answers in its own format. */
const badGateway = () => new Response('<html>bad gateway</html>', { status: 502 })
const cutOff = () => Promise.reject<Response>(new TypeError('network error'))
const never = () => new Promise<Response>(() => undefined)
/** The headers arrived, the body did not. */
const halfAnswer = () => new Response('{"bidId":')

/** The feed message about the viewer's own recorded bid. */
function ownBid(amount: number): FeedMessage {
  return {
    type: 'lot',
    serverTime: 0,
    from: 5,
    standing: standing({ sequence: 6, price: amount, leader: ADA }),
    lines: [{ sequence: 6, at: 0, type: 'bid-placed', paddle: ADA, kind: 'firm', amount }],
  }
}

const accepted = () => new Response(JSON.stringify(answer()))

function open() {
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(() => useBid(LOT_ID, 'USD', ADA), { wrapper }).result
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => {
  sent = []
  replies = []
  online = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, body: JSON.parse(String(init.body)), at: performance.now() })
    const reply = Promise.resolve((replies.shift() ?? accepted)())
    const aborted = new Promise<Response>((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')))
    })
    return Promise.race([reply, aborted])
  })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a press of the bid button', () => {
  it('sends the same bid id on the automatic retry', async () => {
    replies = [problem(503, 'unknown-outcome'), accepted]
    const bidding = open()
    act(() => bidding.current.send({ kind: 'firm', amount: 405000 }))
    await pass(50)
    expect(bidding.current.recorded).toBeNull()
    await pass(1500)
    await waitFor(() => expect(bidding.current.words?.headline).toBe('You’re the high bidder'))
    expect(bidding.current.recorded).toMatchObject({ kind: 'firm', amount: 405000 })
    expect(sent.length).toBe(2)
    expect(sent[1]?.body).toEqual(sent[0]?.body)
    expect(sent[0]?.url).toBe(`/api/lots/${LOT_ID}/bids`)
  })

  it.each([
    ['503 unavailable', problem(503, 'unavailable')],
    ['503 unknown-outcome', problem(503, 'unknown-outcome')],
    ['500', problem(500, 'internal')],
    ['a proxy’s 502', badGateway],
    ['a connection that breaks', cutOff],
    ['half an answer', halfAnswer],
  ])('says that the outcome is unknown after %s, and asks with the same id until it is known', async (_, lost) => {
    replies = [lost, problem(503, 'unavailable'), badGateway, accepted]
    const bidding = open()
    act(() => bidding.current.send({ kind: 'firm', amount: 405000 }))
    await pass(50)
    expect(bidding.current.words).toMatchObject({ tone: 'info', headline: 'Checking your bid' })
    expect(bidding.current.words?.advice).toContain('We don’t know yet whether your bid was recorded')
    expect(bidding.current.askAgain).not.toBeNull()
    await pass(10_000)
    expect(bidding.current.words?.headline).toBe('You’re the high bidder')
    expect(new Set(sent.map((each) => each.body.bidId)).size).toBe(1)
    expect(sent.length).toBe(4)
  })

  it('waits longer each time it asks, and as long as the server wants', async () => {
    replies = [cutOff, cutOff, problem(503, 'unavailable', {}, { 'retry-after': '9' }), accepted]
    const bidding = open()
    act(() => bidding.current.send({ kind: 'firm', amount: 405000 }))
    await pass(20_000)
    const waits = sent.slice(1).map(({ at }, index) => at - sent[index]!.at)
    expect(waits).toHaveLength(3)
    expect(waits[1]).toBeGreaterThan(waits[0]!)
    expect(waits[2]).toBeGreaterThanOrEqual(9000)
  })

  it('counts an answer that never comes as unknown, says so within 3 s and asks again', async () => {
    replies = [never, accepted]
    const bidding = open()
    act(() => bidding.current.send({ kind: 'firm', amount: 405000 }))
    await pass(3000)
    expect(bidding.current.words?.headline).toBe('Checking your bid')
    await pass(10_000)
    expect(bidding.current.words?.headline).toBe('You’re the high bidder')
    expect(sent.length).toBe(2)
  })

  it('is settled by the feed where that shows the bid, and “not placed” is never shown with it', async () => {
    replies = [cutOff, problem(401, 'login-required'), problem(401, 'login-required')]
    const bidding = open()
    act(() => bidding.current.send({ kind: 'firm', amount: 405000 }))
    await pass(50)
    act(() => deliver(ownBid(405000), false))
    expect(bidding.current.words).toMatchObject({ tone: 'good', headline: 'You’re the high bidder' })
    expect(bidding.current.sending).toBe(false)
    await pass(10_000)
    expect(bidding.current.words).toMatchObject({ tone: 'good', headline: 'You’re the high bidder' })
  })

  it('is not settled by another own amount, or by an older line', async () => {
    replies = [cutOff, never]
    const bidding = open()
    act(() => bidding.current.send({ kind: 'firm', amount: 410000 }))
    await pass(50)
    act(() => deliver(ownBid(405000), false))
    expect(bidding.current.words?.headline).toBe('Checking your bid')
  })

  it('does not call a bid refused whose first request was never answered, where the server will not say', async () => {
    replies = [cutOff, problem(401, 'login-required')]
    const bidding = open()
    act(() => bidding.current.send({ kind: 'firm', amount: 405000 }))
    await pass(3000)
    expect(bidding.current.words?.headline).toBe('We don’t know whether your bid was recorded')
    act(() => bidding.current.askAgain?.())
    await pass(100)
    expect(bidding.current.words?.headline).toBe('You’re the high bidder')
    expect(sent.at(-1)?.body).toMatchObject({ bidId: sent[0]!.body.bidId, notAfter: 0 })
  })

  it('sends a bid again that a busy server did not take, for five seconds and no longer', async () => {
    replies = Array.from({ length: 20 }, () => problem(503, 'busy', {}, { 'retry-after': '1' }))
    const bidding = open()
    act(() => bidding.current.send({ kind: 'firm', amount: 405000 }))
    await pass(50)
    expect(bidding.current.words?.headline).toBe('We’re busy')
    await pass(30_000)
    expect(bidding.current.words).toMatchObject({ tone: 'bad', headline: 'Bid not placed' })
    expect(bidding.current.sending).toBe(false)
    expect(sent.at(-1)!.at - sent[0]!.at).toBeLessThanOrEqual(5000)
  })

  it('does not send a bid that was pressed offline once five seconds have passed', async () => {
    online = false
    const bidding = open()
    act(() => bidding.current.send({ kind: 'firm', amount: 405000 }))
    await pass(100)
    expect(bidding.current.words?.headline).toBe('You’re offline')
    await pass(5000)
    expect(bidding.current.words).toMatchObject({ tone: 'bad', headline: 'Bid not sent' })
    online = true
    act(() => void window.dispatchEvent(new Event('online')))
    await pass(45_000)
    expect(sent).toEqual([])
    expect(bidding.current.sending).toBe(false)
  })

  it('sends a bid immediately when the connection is back within five seconds', async () => {
    online = false
    const bidding = open()
    act(() => bidding.current.send({ kind: 'firm', amount: 405000 }))
    await pass(2000)
    online = true
    act(() => void window.dispatchEvent(new Event('online')))
    await pass(100)
    expect(bidding.current.words?.headline).toBe('You’re the high bidder')
    expect(sent).toHaveLength(1)
  })

  it('only asks for the answer once five seconds have passed, so that it cannot be placed later', async () => {
    replies = [never, problem(409, 'bid-expired')]
    const bidding = open()
    act(() => bidding.current.send({ kind: 'firm', amount: 405000 }))
    await pass(15_000)
    expect(sent[1]?.body).toEqual({ ...sent[0]?.body, notAfter: 0 })
    expect(bidding.current.words).toMatchObject({ tone: 'bad', headline: 'Bid not placed' })
  })

  it('makes a new id for a second press', async () => {
    replies = [accepted, accepted]
    const bidding = open()
    act(() => bidding.current.send({ kind: 'firm', amount: 405000 }))
    await waitFor(() => expect(bidding.current.words).not.toBeNull())
    act(() => bidding.current.send({ kind: 'firm', amount: 410000 }))
    await waitFor(() => expect(sent.length).toBe(2))
    expect(sent[0]?.body.bidId).not.toBe(sent[1]?.body.bidId)
  })

  it('takes a refusal as the answer and does not send it again', async () => {
    replies = [problem(409, 'below-next-bid', { nextBid: 435000 })]
    const bidding = open()
    act(() => bidding.current.send({ kind: 'firm', amount: 405000 }))
    await waitFor(() => expect(bidding.current.words?.headline).toBe('The price has moved'))
    await pass(5000)
    expect(sent.length).toBe(1)
    expect(bidding.current.words?.advice).toContain('$4,350')
  })
})
