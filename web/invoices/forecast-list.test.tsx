import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { ForecastCharge } from '#contract/invoices/invoices.ts'
import { ForecastList } from './forecast-list.tsx'

afterEach(cleanup)

test('a daily charge says from when, how much a day and with how much tax', () => {
  const storage: ForecastCharge = {
    kind: 'storage',
    label: 'Storage',
    net: 25_00,
    tax: 1_75,
    total: 26_75,
    per: 'day',
    at: Date.UTC(2026, 10, 27, 12),
    on: '2026-11-27',
    state: 'possible',
    condition: 'For every started day from then on, until the vehicle is picked up.',
  }
  render(<ForecastList forecast={[storage]} currency="USD" />)
  expect(screen.getByRole('listitem').textContent).toBe(
    'Storage$26.75 a dayFrom Nov 27, 2026. For every started day from then on, until the vehicle is picked up. Includes $1.75 tax.If applicable',
  )
})
