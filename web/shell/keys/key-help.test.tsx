import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { KeyHelp } from './key-help.tsx'

afterEach(cleanup)

test('a question mark shows the keyboard shortcuts, but not while typing', async () => {
  render(
    <>
      <KeyHelp />
      <textarea aria-label="Your question" />
    </>,
  )
  fireEvent.keyDown(screen.getByLabelText('Your question'), { key: '?' })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(document.body, { key: '?' })
  expect(await screen.findByRole('heading', { name: 'Keyboard shortcuts' })).toBeTruthy()
  expect(screen.getByText('Go to bid box')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
