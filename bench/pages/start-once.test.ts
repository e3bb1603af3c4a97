import { expect, test } from 'vitest'
import { isFirstPage } from './start-once.ts'

const PAGE = '<!doctype html><head><script type="module" src="/assets/index.js"></script></head><div id="root"></div>'

test('only the page itself counts as the first page, neither a busy message nor another program', () => {
  expect(isFirstPage(200, PAGE)).toBe(true)
  expect(isFirstPage(503, PAGE)).toBe(false)
  expect(isFirstPage(200, 'The client is not built. Run npm run build.')).toBe(false)
  expect(isFirstPage(200, '<!doctype html><h1>It works!</h1>')).toBe(false)
})
