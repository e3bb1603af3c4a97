import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

beforeAll(async () => {
  await import('./start-watch.ts')
})

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  document.body.innerHTML = '<div id="root"><div data-starting></div></div>'
})

const heading = () => document.querySelector('h1')?.textContent ?? null

function fails(filename: string): void {
  window.dispatchEvent(new ErrorEvent('error', { error: new TypeError('bid increments is not iterable'), filename }))
}

test('our script throwing before the first screen leads to the failure page', () => {
  fails(`${location.origin}/assets/index-1.js`)
  expect(heading()).toBe('This page couldn’t start')
  expect(document.body.textContent).toContain('TypeError: bid increments is not iterable')
})

test('a script of a browser extension that throws leaves the page alone', () => {
  fails('chrome-extension://one/content.js')
  expect(heading()).toBeNull()
})

test('after the first screen, a failure belongs to the screen', () => {
  document.body.innerHTML = '<div id="root"><h1>Questions</h1></div>'
  fails(`${location.origin}/assets/index-1.js`)
  expect(heading()).toBe('Questions')
})
