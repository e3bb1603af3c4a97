import { beforeEach, expect, test, vi } from 'vitest'
import { fetchScripts } from './scripts-after-content.ts'

const SCRIPT = '<script type="application/json">[]</script>'
let write = vi.spyOn(document, 'write')
const inPage = () => document.head.querySelectorAll('script').length

beforeEach(() => {
  document.head.innerHTML = `<template data-scripts>${SCRIPT}</template>`
  document.documentElement.dataset['reader'] = ''
  vi.restoreAllMocks()
  write = vi.spyOn(document, 'write').mockImplementation(() => {})
})

/** Reports a paint to the observer. */
let paint = (_name: string) => {}
class Observer {
  constructor(told: (list: { getEntriesByName(name: string): unknown[] }) => void) {
    paint = (painted) => told({ getEntriesByName: (name) => (name === painted ? [{}] : []) })
  }
  observe() {}
}

test('a visitor who can read the page gets its scripts once the content is on the screen', () => {
  vi.stubGlobal('PerformanceObserver', Observer)
  fetchScripts()
  paint('first-paint')
  expect([inPage(), write.mock.calls]).toEqual([0, []])
  paint('first-contentful-paint')
  paint('first-contentful-paint')
  expect(inPage()).toBe(1)
})

test('a browser that doesn’t tell of its paints gets them after three seconds', () => {
  vi.useFakeTimers()
  vi.stubGlobal('PerformanceObserver', Observer)
  fetchScripts()
  vi.advanceTimersByTime(2999)
  expect(inPage()).toBe(0)
  vi.advanceTimersByTime(1)
  expect(inPage()).toBe(1)
  vi.useRealTimers()
})

test('scripts wait until the page has arrived whole, because they run as soon as they come', () => {
  vi.stubGlobal('PerformanceObserver', Observer)
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
  fetchScripts()
  paint('first-contentful-paint')
  expect(inPage()).toBe(0)
  state.mockReturnValue('interactive')
  document.dispatchEvent(new Event('DOMContentLoaded'))
  expect(inPage()).toBe(1)
})

test.each([
  ['a member, who has come to bid', () => (document.documentElement.dataset['reader'] = 'signed-in')],
  [
    'a reader of another language, who sees no content yet',
    () => (document.documentElement.dataset['reader'] = 'stranger'),
  ],
  ['a background tab, which paints nothing', () => vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)],
])('scripts come at once for %s', (_, arrange) => {
  arrange()
  fetchScripts()
  expect(write).toHaveBeenCalledWith(SCRIPT)
})

test('what only the other readers need is not fetched ahead', () => {
  const dataOf = (readers: string) => `<script type="application/json" data-for="${readers}">[]</script>`
  document.head.innerHTML = `<template data-scripts>${SCRIPT}${dataOf('visitors')}${dataOf('members')}</template>`
  document.documentElement.dataset['reader'] = 'signed-in'
  fetchScripts()
  expect(write).toHaveBeenCalledWith(SCRIPT + dataOf('members'))
})

test('a page that names its scripts itself is left alone', () => {
  document.head.innerHTML = SCRIPT
  fetchScripts()
  expect(write).not.toHaveBeenCalled()
})
