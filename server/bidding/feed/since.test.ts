import { expect, test } from 'vitest'
import { parseSince } from './since.ts'

const LOT = '0197a000-0000-7000-8000-000000000001'
const OTHER = '0197a000-0000-7000-8000-000000000002'

test('the client’s sequences are parsed by lot, and unreadable ones are ignored', () => {
  const held = parseSince(`${LOT}.7, ${OTHER}.0,nonsense,${LOT}-9.3,.5`)
  expect([...held]).toEqual([
    [LOT, 7],
    [OTHER, 0],
  ])
  expect(parseSince(undefined).size).toBe(0)
})
