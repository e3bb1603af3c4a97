import { describe, expect, test } from 'vitest'
import { placeInFrame } from './photo-pins.tsx'
import { scaledAt, within } from './zoom.ts'

describe('looking closer at a photo', () => {
  test('never shows anything outside it', () => {
    expect(within({ scale: 1, x: 0.4, y: -2 })).toEqual({ scale: 1, x: 0, y: 0 })
    expect(within({ scale: 3, x: 5, y: -5 })).toEqual({ scale: 3, x: 1, y: -1 })
    expect(within({ scale: 40, x: 0, y: 0 }).scale).toBe(5)
  })

  test('keeps the place under the fingers where it is', () => {
    const at = { x: 0.25, y: -0.1 }
    const near = scaledAt({ scale: 1, x: 0, y: 0 }, 2, at)
    const nearer = scaledAt(near, 1.7, at)
    for (const { scale, x, y } of [near, nearer]) {
      // The point of the picture that was at this position before zooming.
      expect([(at.x - x) / scale, (at.y - y) / scale].map((each) => Number(each.toFixed(9)))).toEqual([0.25, -0.1])
    }
    expect(scaledAt(nearer, 0.001)).toEqual({ scale: 1, x: 0, y: 0 })
  })

  test('finds a mark on a photo that fills a frame of another form, or fits into it', () => {
    const corner = { x: 1000, y: 0 }
    expect(placeInFrame(corner, { photo: 2, frame: 1, fit: 'contain' })).toEqual({ left: 100, top: 25 })
    expect(placeInFrame(corner, { photo: 2, frame: 1, fit: 'cover' })).toEqual({ left: 150, top: 0 })
    expect(placeInFrame(corner, { photo: 0.5, frame: 1, fit: 'contain' })).toEqual({ left: 75, top: 0 })
    expect(placeInFrame({ x: 500, y: 500 }, { photo: 7, frame: 1.5, fit: 'cover' })).toEqual({ left: 50, top: 50 })
  })
})
