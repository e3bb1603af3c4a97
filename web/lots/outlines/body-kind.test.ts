import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ENGLISH } from '#contract/lots/vocabulary.ts'
import { BODY_KINDS, bodyKindOf } from './body-kind.ts'

test('every listed body has the same drawing by its code and by its word, and only sedans that of a sedan', () => {
  const bodies = Object.entries(ENGLISH.body)
  expect(bodies.filter(([code, word]) => bodyKindOf(code) !== bodyKindOf(word))).toEqual([])
  expect(bodies.filter(([code]) => bodyKindOf(code) === 'sedan').map(([code]) => code)).toEqual(['saloon', 'other'])
})

test('every body is drawn from the side and from above', async () => {
  const bodies = await readFile(path.join(import.meta.dirname, 'bodies.svg'), 'utf8')
  for (const kind of BODY_KINDS)
    for (const view of ['side', 'top']) expect(bodies).toContain(`<symbol id="${kind}-${view}"`)
})

test.each([
  ['Tipper', 'truck'],
  ['Tractor unit', 'truck'],
  ['Chassis cab', 'truck'],
  ['MPV', 'van'],
  ['Minivan', 'van'],
  ['Motorhome', 'van'],
  ['Estate', 'estate'],
  ['Sedan', 'sedan'],
])('%s is drawn as a %s', (word, kind) => {
  expect(bodyKindOf(word)).toBe(kind)
})
