import { expect, test } from 'vitest'
import { acceptedEncoding, namesTag, takesGzip } from './accepts.ts'

test('the smallest encoding that a client accepts is chosen, and none with weight zero', () => {
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

test('gzip is accepted if named or covered by a wildcard, and not with weight zero', () => {
  expect(['gzip, br', 'GZIP;q=0.1', '*', 'br, *'].map(takesGzip)).toEqual([true, true, true, true])
  expect([undefined, '', 'br', 'gzip;q=0, *', 'identity'].map(takesGzip)).toEqual([false, false, false, false, false])
})

test('a tag is found among several, including weak ones and the wildcard', () => {
  expect(namesTag('"a"', '"a"')).toBe(true)
  expect(namesTag('"b", W/"a"', '"a"')).toBe(true)
  expect(namesTag('*', '"a"')).toBe(true)
  expect(namesTag('"a-br"', '"a"')).toBe(false)
})
