import { expect, test } from 'vitest'
import { isReference, newReference, referencesIn, spaced } from './reference.ts'

test('a reference has the check digits of ISO 11649', () => {
  // The example that the standard itself gives.
  expect(isReference('RF18539007547034')).toBe(true)
  expect(isReference('RF19539007547034')).toBe(false)
  for (let n = 0; n < 200; n++) expect(isReference(newReference())).toBe(true)
})

test('no single wrong digit and no two swapped neighbors make another valid reference', () => {
  const reference = newReference()
  const slips = new Set<string>()
  for (let at = 2; at < reference.length; at++) {
    for (const sign of '0123456789') slips.add(reference.slice(0, at) + sign + reference.slice(at + 1))
    const [one = '', next = ''] = reference.slice(at, at + 2)
    slips.add(reference.slice(0, at) + next + one + reference.slice(at + 2))
  }
  slips.delete(reference)
  expect(slips.size).toBeGreaterThan(120)
  expect([...slips].filter(isReference)).toEqual([])
})

test('is found in what a payer writes, however it is spaced and broken', () => {
  const reference = newReference()
  for (const text of [
    reference,
    spaced(reference),
    `Ref.${reference.toLowerCase()}, thank you`,
    `/RFB/${reference.slice(0, 7)}\n${reference.slice(7)}`,
  ])
    expect(referencesIn(text).found).toEqual([reference])
  expect(referencesIn('Rent for May')).toEqual({ found: [], slips: [] })
  const slipped = reference.slice(0, 4) + (reference[4] === '7' ? '8' : '7') + reference.slice(5)
  expect(referencesIn(slipped)).toEqual({ found: [], slips: [slipped] })
})
