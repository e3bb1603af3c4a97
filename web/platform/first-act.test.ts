import { expect, test, vi } from 'vitest'
import { onFirstAct } from './first-act.ts'

test('runs at the first thing a person does on the page, and only then', () => {
  const run = vi.fn()
  onFirstAct(run)
  expect(run).not.toHaveBeenCalled()
  dispatchEvent(new Event('scroll'))
  dispatchEvent(new Event('pointerdown'))
  expect(run).toHaveBeenCalledOnce()
})

test('does not run once it is called off', () => {
  const run = vi.fn()
  onFirstAct(run)()
  dispatchEvent(new Event('keydown'))
  expect(run).not.toHaveBeenCalled()
})
