import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Selling } from '#contract/selling/selling.ts'
import { openApp, person } from '#web/shell/stage.test-support.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ID = '00000000-0000-4000-8000-00000000080'

test('a seller reads what each statement means for them, not for our staff', async () => {
  const statement = { auction: 'November', issuedAt: 1, currency: 'USD', net: -5000 }
  const states = ['due', 'owed-by-seller', 'in-payout', 'paid'] as const
  const selling: Selling = {
    seller: { code: 'NORTH', name: 'Northside Fleet' },
    counts: { running: 0, over: 0 },
    statements: states.map((state, index) => ({ ...statement, id: ID + index, number: `ST-${index}`, state })),
  }
  openApp('/selling', person(), {
    '/api/selling': selling,
    '/api/selling/lots': { items: [], next: null },
  })
  for (const words of ['With the next payout', 'You owe us', 'Being paid', 'Paid'])
    expect(await screen.findByText(words)).toBeTruthy()
})
