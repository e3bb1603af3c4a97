import { expect, test } from 'vitest'
import { acceptedEncoding, namesTag, takesGzip } from './accepts.ts'

test('the smallest packing that a client takes is chosen, and none that it weighs with zero', () => {
  expect(acceptedEncoding('gzip, deflate, br, zstd')).toBe('br')
  expect(acceptedEncoding('gzip;q=1.0, br;q=0.1')).toBe('br')
  expect(acceptedEncoding('br;q=0, gzip')).toBe('gzip')
  expect(acceptedEncoding('*')).toBe('br')
  expect(acceptedEncoding('*;q=0')).toBeNull()
  expect(acceptedEncoding('identity')).toBeNull()
  expect(acceptedEncoding('BR')).toBe('br')
  expect(acceptedEncoding('')).toBeNull()
  expect(acceptedEncoding(undefined)).toBeNull()
})

test('gzip is taken by who names it or takes all, and by nobody who weighs it with zero', () => {
  expect(['gzip, br', 'GZIP;q=0.1', '*', 'br, *'].map(takesGzip)).toEqual([true, true, true, true])
  expect([undefined, '', 'br', 'gzip;q=0, *', 'identity'].map(takesGzip)).toEqual([false, false, false, false, false])
})

test('a tag is found among several, weak ones and the star included', () => {
  expect(namesTag('"a"', '"a"')).toBe(true)
  expect(namesTag('"b", W/"a"', '"a"')).toBe(true)
  expect(namesTag('*', '"a"')).toBe(true)
  expect(namesTag('"a-br"', '"a"')).toBe(false)
})
