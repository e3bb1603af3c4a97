// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { LeaderWarning as Warning } from '#contract/bidding/auction-console.ts'
import { LeaderReasons, LeaderWarning } from './leader-warning.tsx'

afterEach(cleanup)

const FINE: Warning = {
  lotId: '01890000-0000-7000-8000-000000000001',
  paddle: 114,
  accountStatus: 'active',
  isComplete: true,
  isOverLimit: false,
  overdue: 0,
}

test('staff read why a leader may not pay, and whether they still win', () => {
  render(<LeaderWarning warning={{ ...FINE, isComplete: false, isOverLimit: true }} way="hammer" />)
  const { textContent } = screen.getByRole('alert')
  expect(textContent).toContain('Leader is no longer a verified member')
  expect(textContent).toContain('what they lead and owe is more than their limit')
  expect(textContent).toContain('so they still win')
})

test('a leader who is suspended doesn’t win, whatever else is known of them', () => {
  render(<LeaderWarning warning={{ ...FINE, accountStatus: 'suspended', isOverLimit: true }} way="negotiation" />)
  const { textContent } = screen.getByRole('alert')
  expect(textContent).toContain('Leader is suspended')
  expect(textContent).toContain('The lot can’t be sold to them')
  expect(textContent).not.toContain('still')
})

test('the row of a lot names each reason', () => {
  render(<LeaderReasons warning={{ ...FINE, isComplete: false, isOverLimit: true, overdue: 2 }} />)
  expect(screen.getByText('Not a verified member, Over limit, Invoices overdue')).toBeTruthy()
})
