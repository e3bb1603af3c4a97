import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { KeyHelp } from './key-help.tsx'

afterEach(cleanup)

test('a question mark shows the keyboard shortcuts, also while a box has the focus, but not while typing', async () => {
  render(
    <>
      <KeyHelp />
      <textarea aria-label="Your question" />
      <input type="checkbox" aria-label="Choose this lot" />
    </>,
  )
  fireEvent.keyDown(screen.getByLabelText('Your question'), { key: '?' })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(screen.getByLabelText('Choose this lot'), { key: '?' })
  expect(await screen.findByRole('heading', { name: 'Keyboard shortcuts' })).toBeTruthy()
  expect(screen.getByText('Go to bid box')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
