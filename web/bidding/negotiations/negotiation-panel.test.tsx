// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { MyNegotiation } from '#contract/bidding/negotiations.ts'
import { createQueryClient } from '#web/platform/query.ts'
import { TERMS } from '#web/shell/stage.test-support.tsx'
import { LOT_ID } from '../lot.test-support.ts'
import NegotiationPanel from './negotiation-panel.tsx'

const DAY_MS = 86_400_000

function negotiation(changes: Partial<MyNegotiation> = {}): MyNegotiation {
  const closedAt = Date.now() - 60_000
  return {
    lotId: LOT_ID,
    lotNumber: 1047,
    title: '2010 Kiri Urban',
    currency: 'USD',
    bidUnit: 100,
    phase: 'bound',
    highBid: 400_000,
    paddle: 112,
    boundUntil: closedAt + DAY_MS,
    lapsesAt: closedAt + 2 * DAY_MS,
    counter: null,
    offer: null,
    soldAt: null,
    steps: [{ sequence: 4, at: closedAt, what: 'closed', by: null, amount: 400_000, salt: null }],
    serverTime: Date.now(),
    maximumToShow: null,
    ...changes,
  }
}

type Sent = { stepId: string; kind: string; amount?: number }

/** Opens the panel; requests are recorded and answered by `answers`, then with the negotiation. */
function open(given: MyNegotiation, answers: (() => Response)[] = []): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url === '/api/company-terms' || url.endsWith('/costs')) return Promise.resolve(Response.json(TERMS))
    if (init?.method !== 'POST') return Promise.resolve(Response.json(given))
    sent.push(JSON.parse(String(init.body)) as Sent)
    return Promise.resolve((answers.shift() ?? (() => Response.json(given)))())
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <NegotiationPanel lotId={LOT_ID} sequence={4} />
    </QueryClientProvider>,
  )
  return sent
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the high bidder of a lot below its reserve', () => {
  it('accepts a counteroffer after seeing its total cost, with one id however often it is sent', async () => {
    const busy = () => Response.json({ message: 'Busy', code: 'busy', requestId: 'r' }, { status: 503 })
    const sent = open(negotiation({ counter: 500_000 }), [busy])
    fireEvent.click(await screen.findByRole('button', { name: 'Accept $5,000' }))
    expect(sent).toEqual([])
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Total').nextSibling?.textContent).toMatch(/^\$5,\d{3}\.\d{2}$/)
    fireEvent.click(await within(dialog).findByRole('button', { name: /^Buy for \$5,/ }))
    await vi.waitFor(() => expect(sent.length).toBe(2), { timeout: 5000 })
    expect(sent[0]).toMatchObject({ kind: 'accept', amount: 500_000 })
    expect(sent[1]).toEqual(sent[0])
  })

  it('reads in the dialog why it was refused', async () => {
    const gone = { message: 'That offer is no longer on the table.', code: 'offer-gone', requestId: 'r' }
    const refusal = () => Response.json(gone, { status: 409 })
    open(negotiation({ counter: 500_000 }), [refusal, refusal])
    fireEvent.click(await screen.findByRole('button', { name: 'Accept $5,000' }))
    fireEvent.click(await screen.findByRole('button', { name: /^Buy for \$5,/ }))
    expect(await screen.findByText(/no longer on the table/)).toBeTruthy()
  })

  it('shows a maximum only by their own press, and offers nothing else while bound', async () => {
    const sent = open(negotiation({ maximumToShow: 450_000 }))
    fireEvent.click(await screen.findByRole('button', { name: 'Show my maximum' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Show $4,500' }))
    await vi.waitFor(() => expect(sent).toEqual([{ stepId: expect.any(String) as string, kind: 'show-maximum' }]))
    expect(screen.queryByLabelText('Your offer')).toBeNull()
  })

  it('makes offers once released, from their bid up and below what the seller asks', async () => {
    const sent = open(negotiation({ phase: 'free', counter: 500_000 }))
    const field = await screen.findByLabelText('Your offer')
    for (const [typed, said] of [
      ['3,900', /at least your bid/],
      ['4,100.50', /multiples of \$1/],
      ['5,000', /Accept it above/],
    ] as const) {
      fireEvent.change(field, { target: { value: typed } })
      expect(screen.getByText(said)).toBeTruthy()
    }
    fireEvent.change(field, { target: { value: '4,600' } })
    fireEvent.click(screen.getByRole('button', { name: 'Offer $4,600' }))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Offer $4,600' }))
    await vi.waitFor(() => expect(sent).toMatchObject([{ kind: 'offer', amount: 460_000 }]))
  })

  it('withdraws an offer, and reads the history from their own side', async () => {
    const steps: MyNegotiation['steps'] = [
      { sequence: 4, at: 1, what: 'closed', by: null, amount: 400_000, salt: null },
      { sequence: 5, at: 2, what: 'freed', by: null, amount: null, salt: null },
      { sequence: 6, at: 3, what: 'offered', by: 'bidder', amount: 420_000, salt: 'ab' },
      { sequence: 7, at: 4, what: 'declined', by: 'company', amount: 420_000, salt: null },
    ]
    const sent = open(negotiation({ phase: 'free', offer: 430_000, steps }))
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw offer' }))
    await vi.waitFor(() => expect(sent).toMatchObject([{ kind: 'retract', amount: 430_000 }]))
    expect(screen.getAllByRole('listitem').map((item) => item.firstChild?.textContent)).toEqual([
      'The seller declined $4,200',
      'You offered $4,200',
      'Your bid was released',
      'Bidding ended at $4,000, below the reserve',
    ])
  })

  it('has no buttons when it is over', async () => {
    open(negotiation({ phase: 'over' }))
    expect(await screen.findByRole('heading', { name: 'History' })).toBeTruthy()
    expect(screen.queryAllByRole('button')).toEqual([])
  })
})
