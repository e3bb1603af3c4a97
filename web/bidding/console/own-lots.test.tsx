// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { OwnLots } from './own-lots.tsx'

afterEach(cleanup)

test('the console says how many lots a colleague has to run, and which is next', () => {
  const lots = [
    { id: 'a', lotNumber: 11 },
    { id: 'b', lotNumber: 12 },
  ]
  render(<OwnLots lots={lots} ownLots={new Set(['b'])} />)
  expect(screen.getByText('A colleague has to run 1 lot')).toBeTruthy()
  expect(screen.getByText(/^Starting with lot 12\./)).toBeTruthy()
})
