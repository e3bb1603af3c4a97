// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '#web/platform/query.ts'
import { answer, LOT_ID } from '../lot.test-fixture.ts'
import { useBid } from './use-bid.ts'

type Sent = { url: string; body: { bidId: string; kind: string; amount: number } }

let sent: Sent[]
let replies: (() => Response)[]

function problem(status: number, code: string, details = {}): () => Response {
  return () => new Response(JSON.stringify({ message: 'No.', code, requestId: 'r', details }), { status })
}

const accepted = () => new Response(JSON.stringify(answer()))

function open() {
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(() => useBid(LOT_ID, 'USD'), { wrapper }).result
}

beforeEach(() => {
  sent = []
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, body: JSON.parse(String(init.body)) })
    return Promise.resolve((replies.shift() ?? accepted)())
  })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a press of the bid button', () => {
  it('sends the same bid id on the automatic retry', async () => {
    replies = [problem(503, 'unknown-outcome'), accepted]
    const bidding = open()
    act(() => bidding.current.send({ kind: 'firm', amount: 405000 }))
    await vi.advanceTimersByTimeAsync(1500)
    await waitFor(() => expect(bidding.current.words?.headline).toBe('You are leading'))
    expect(sent.length).toBe(2)
    expect(sent[1]?.body).toEqual(sent[0]?.body)
    expect(sent[0]?.url).toBe(`/api/lots/${LOT_ID}/bids`)
  })

  it('asks again with the same id while nobody knows, and says so meanwhile', async () => {
    replies = [problem(503, 'busy'), problem(503, 'unknown-outcome'), accepted]
    const bidding = open()
    act(() => bidding.current.send({ kind: 'firm', amount: 405000 }))
    await vi.advanceTimersByTimeAsync(1100)
    await waitFor(() => expect(bidding.current.words?.headline).toBe('No answer yet'))
    await vi.advanceTimersByTimeAsync(2500)
    await waitFor(() => expect(bidding.current.words?.headline).toBe('You are leading'))
    expect(new Set(sent.map((each) => each.body.bidId)).size).toBe(1)
    expect(sent.length).toBe(3)
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
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent.length).toBe(1)
    expect(bidding.current.words?.advice).toContain('$4,350')
  })
})
