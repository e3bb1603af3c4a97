import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EmailText } from './email-text.tsx'

test('a long email may be broken before its @, and is copied whole', () => {
  const { container } = render(<EmailText email="a.very.long.name@demo.paddock.example" />)
  expect(container.innerHTML).toBe('a.very.long.name<wbr>@demo.paddock.example')
  expect(container.textContent).toBe('a.very.long.name@demo.paddock.example')
})
