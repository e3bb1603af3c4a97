import { expect, test, vi } from 'vitest'
import { onFirstAction } from './first-action.ts'

test('runs at a person’s first action on the page, once', () => {
  const run = vi.fn()
  onFirstAction(run)
  expect(run).not.toHaveBeenCalled()
  dispatchEvent(new Event('scroll'))
  dispatchEvent(new Event('pointerdown'))
  expect(run).toHaveBeenCalledOnce()
})

test('does not run once it is canceled', () => {
  const run = vi.fn()
  onFirstAction(run)()
  dispatchEvent(new Event('keydown'))
  expect(run).not.toHaveBeenCalled()
})
