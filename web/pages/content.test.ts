import { describe, expect, test } from 'vitest'
import { PAGES } from '#contract/platform/pages.ts'
import { STORED } from '../platform/stored-keys.ts'
import { TERMS } from '../shell/stage.test-support.tsx'
import { passagesOf } from '../support/assistant/passages.ts'
import { answersOf } from '../support/faq.ts'
import { figuresOf } from './content/figures.ts'
import { privacyPolicy } from './content/privacy.ts'

const passages = passagesOf(TERMS)
const texts = passages.map(({ head, text }) => `${head} ${text}`)

describe('the copy of the public pages', () => {
  test('contains nothing that a business could not publish', () => {
    for (const text of texts) {
      expect(text).not.toMatch(/lorem|coming soon|revolution|seamless|cutting.edge|world.class|undefined|NaN|\[object/i)
    }
  })

  test('the privacy page lists everything that the code stores in the browser, with its category', () => {
    const points = privacyPolicy(TERMS).find(({ id }) => id === 'browser')?.points ?? []
    expect(points).toHaveLength(Object.keys(STORED).length)
    for (const [name, { category }] of Object.entries(STORED))
      expect(points.some((point) => point.startsWith(`${name} (${category}): `))).toBe(true)
  })

  test('leads only to pages that exist', () => {
    const linked = [...passages.map(({ to }) => to), ...answersOf(TERMS).flatMap(({ more }) => (more ? [more.to] : []))]
    for (const to of linked) expect(PAGES).toContain(to.split('#')[0])
  })

  test('leads only to parts that exist', () => {
    const parts = new Set(passages.map(({ to }) => to))
    const linked = answersOf(TERMS).flatMap(({ more }) => (more?.to.includes('#') ? [more.to] : []))
    expect(linked.filter((to) => !parts.has(to))).toEqual([])
  })

  test('gives every part an address of its own', () => {
    const addresses = passages.map(({ to }) => to)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  test('takes its figures from the company settings', () => {
    const text = JSON.stringify(passagesOf({ ...TERMS, membershipFee: 123_45, paymentDays: 9 }))
    expect(text).toContain('$123.45')
    expect(text).toContain('9 business days')
    expect(text).not.toContain('$99')
  })
})

describe('figures as words', () => {
  test('answers state the verification time from the company settings', () => {
    const saysHow = (verificationDays: number) =>
      answersOf({ ...TERMS, verificationDays }).find(({ id }) => id === 'verification-time')?.answer
    expect(saysHow(1)).toContain('usually within one business day.')
    expect(saysHow(4)).toContain('usually within 4 business days.')
  })

  test('a premium by bands reads band by band', () => {
    expect(figuresOf(TERMS).premium).toBe('10% of the amount up to $10,000, then 5% of the amount above $10,000')
  })

  test('a premium without bands is one share', () => {
    expect(figuresOf({ ...TERMS, premium: [{ from: 0, basisPoints: 1000 }] }).premium).toBe('10%')
  })

  test('times read in minutes or seconds', () => {
    const { window, liveExtension } = figuresOf({ ...TERMS, timed: { extensionWindowMs: 60_000, extensionMs: 1 } })
    expect([window, liveExtension]).toEqual(['1 minute', '15 seconds'])
  })
})
