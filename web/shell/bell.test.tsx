import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../platform/query.ts'
import { Bell } from './bell.tsx'

vi.mock('../notifications/bell-label.tsx', () => new Promise(() => undefined))

afterEach(cleanup)

test('the button of the notifications has a name while its label is still loading', () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Bell />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeDefined()
})
