import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { KeyHelp } from './key-help.tsx'

afterEach(cleanup)

test('a question mark shows the list of keys, but not the one that somebody writes', async () => {
  render(
    <>
      <KeyHelp />
      <textarea aria-label="Your question" />
    </>,
  )
  fireEvent.keyDown(screen.getByLabelText('Your question'), { key: '?' })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.keyDown(document.body, { key: '?' })
  expect(await screen.findByRole('heading', { name: 'Keys' })).toBeTruthy()
  expect(screen.getByText('The bid box of a lot')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})
