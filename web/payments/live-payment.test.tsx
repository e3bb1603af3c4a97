import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { FeedMessage } from '#contract/bidding/feed.ts'
import { openApp, person } from '#web/shell/stage.test-support.tsx'
import { FEE, ID, payment } from './payment.test-support.ts'

/** The feed's messages to this tab. The feed outlives a page, and so a test: when a stream ends it requests the next one. */
let stream: ReadableStreamDefaultController<Uint8Array> | undefined

afterEach(() => {
  cleanup()
  stream?.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const MEMBER = person({ hasPaidMembershipFee: false, verificationStatus: 'pending', idDocument: null })

/** The payment page of a member whose payment waits for a confirmation. */
async function openWaiting() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
  let held = payment({ state: 'pending' })
  let reads = 0
  openApp(`/payment?payment=${ID}`, MEMBER, {
    '/api/membership': () => ({ ...FEE, paidAt: null }),
    [`/api/payments/${ID}`]: () => {
      reads += 1
      return held
    },
    '/api/feed': () => new Response(new ReadableStream({ start: (given) => void (stream = given) })),
  })
  const say = (message: FeedMessage) =>
    act(async () => {
      stream!.enqueue(new TextEncoder().encode(`event: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`))
    })
  await screen.findByText('Waiting for confirmation')
  await waitFor(() => expect(stream).toBeDefined(), { timeout: 5000 })
  await say({ type: 'time', serverTime: 1 })
  return {
    say,
    reads: () => reads,
    fail: () => (held = payment({ state: 'failed', failure: 'The card was declined.' })),
  }
}

test('a waiting payment is not requested on a timer while the feed is connected, and its end shows when the feed reports it', async () => {
  const page = await openWaiting()
  const before = page.reads()
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect(page.reads()).toBe(before)
  page.fail()
  await page.say({ type: 'money', serverTime: 2 })
  expect(await screen.findByText(/The card was declined\./)).toBeTruthy()
})
