import { constants, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pack, packed, PACKED_HEAD } from './packed.ts'

const unpack = (...parts: Buffer[]) =>
  gunzipSync(Buffer.concat([PACKED_HEAD, ...parts]), { finishFlush: constants.Z_SYNC_FLUSH }).toString()

const text = (...frames: Buffer[]) => Buffer.concat(frames).toString()

const long = Buffer.from(`data: ${'{"sequence":1,"kind":"bid"},'.repeat(200)}\n\n`)
const short = Buffer.from(': heartbeat\n\n')

test('packed frames are the same bytes on every stream, in any order and after any start', () => {
  pack(long)
  expect(packed(long).length).toBeLessThan(long.length / 10)
  expect(unpack(packed(short), packed(long), packed(long))).toBe(text(short, long, long))
  expect(unpack(packed(long), packed(short))).toBe(text(long, short))
  expect(packed(long)).toBe(packed(long))
})

test('a frame for few recipients is sent unpacked, however long', () => {
  const huge = Buffer.from('é'.repeat(100_000))
  expect(unpack(packed(huge), packed(short))).toBe(text(huge, short))
  expect(packed(huge).length).toBeLessThan(huge.length + 50)
})
