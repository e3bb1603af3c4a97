import { expect, test } from 'vitest'
import { readingOf, shortfallsOf, worstOf, type Reading, type Report } from './reading.ts'
import { isHere } from './stay-here.ts'

const GOOD: Reading = {
  performance: 100,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  scriptKb: { interactive: 80, idle: 95 },
  times: { firstMs: 900, largestMs: 1200, blockedMs: 0, shift: 0 },
  faults: [],
}

type Asked = { url: string; resourceType: string; networkRequestTime: number }

function report(requests: Asked[], score: number | null = 1): Report {
  const category = (id: string) => ({ id, score, auditRefs: [{ id: 'label', weight: 7 }] })
  const ids = ['performance', 'accessibility', 'best-practices', 'seo']
  return {
    requestedUrl: 'http://127.0.0.1:3000/faq',
    categories: Object.fromEntries(ids.map((id) => [id, category(id)])),
    audits: {
      label: { score: 0.4 },
      'network-requests': { score: null, details: { items: requests } },
      metrics: { score: null, details: { items: [{ observedLoad: 800 }] } },
    },
  }
}

test('a reading counts scripts alone, before and after the page has loaded, and names what took points away', () => {
  const files = [
    { file: 'a.js', resourceType: 'Script', networkRequestTime: 120, bytes: 60_000 },
    { file: 'b.js', resourceType: 'Script', networkRequestTime: 800, bytes: 30_500 },
    { file: 'c.js', resourceType: 'Script', networkRequestTime: 1400, bytes: 12_000 },
    { file: 'a.css', resourceType: 'Stylesheet', networkRequestTime: 110, bytes: 9000 },
  ].map(({ file, ...one }) => ({ ...one, url: `http://127.0.0.1:3000/assets/${file}` }))
  const reading = readingOf(report(files), (url) => files.find((one) => one.url === url)!.bytes)
  expect(reading.scriptKb).toEqual({ interactive: 90.5, idle: 102.5 })
  expect(reading.faults).toContain('accessibility: label')
})

test('a page that has loaded before its scripts came counts those with which it starts', () => {
  const asked = (file: string, networkRequestTime: number) => ({
    url: `http://127.0.0.1:3000/assets/${file}`,
    resourceType: 'Script',
    networkRequestTime,
  })
  const lhr = report([asked('a.js', 850), asked('b.js', 1400)])
  lhr.audits['user-timings'] = { score: null, details: { items: [{ name: 'started', startTime: 900 }] } }
  expect(readingOf(lhr, () => 50_000).scriptKb).toEqual({ interactive: 50, idle: 100 })
})

test('a page that asks another machine for anything makes the run void, and one that was not judged is no success', () => {
  const font = { url: 'https://fonts.example/a.woff2', resourceType: 'Font', networkRequestTime: 1 }
  expect(() => readingOf(report([font]), () => 0)).toThrow('void')
  expect(() => readingOf(report([], null), () => 0)).toThrow('was not judged')
})

test('every point that a page lacks is a separate shortfall', () => {
  expect(shortfallsOf(GOOD)).toEqual([])
  const bad = {
    ...GOOD,
    performance: 94,
    accessibility: 99,
    bestPractices: 96,
    seo: 92,
    scriptKb: { interactive: 130.1, idle: 131 },
  }
  expect(shortfallsOf(bad)).toHaveLength(5)
})

test('the worst page is the one with the worst median, in either direction', () => {
  const of = (...points: number[]) =>
    points.map((performance) => ({ ...GOOD, performance, scriptKb: { interactive: performance, idle: performance } }))
  const read = new Map([
    ['/', of(100, 60, 100)],
    ['/faq', of(96, 97, 98)],
  ])
  expect(worstOf(read, ({ performance }) => performance, 'more')).toEqual({ name: '/faq', values: [96, 97, 98] })
  expect(worstOf(read, ({ scriptKb }) => scriptKb.interactive, 'less').name).toBe('/')
})

test('only addresses of this machine are here', () => {
  expect(['127.0.0.1', '::1', 'localhost', '::ffff:127.0.0.1'].every(isHere)).toBe(true)
  expect(['10.0.0.1', 'example.com', '127.0.0.1.example.com'].some(isHere)).toBe(false)
})
