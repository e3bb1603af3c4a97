import { expect, test } from 'vitest'
import { simulated } from './run-simulation.test-model.ts'

test('auctions with crashes, lost connections and lost hints keep every promise', async () => {
  const { code, said } = await simulated('--auctions=20', '--seed=1')
  expect(said).toContain('20 simulated auctions kept every promise')
  expect(code).toBe(0)
})

test('a seed tells the same story to the letter, alone and after others', async () => {
  const [alone, among] = await Promise.all([
    simulated('--auctions=1', '--seed=44', '--digest'),
    simulated('--auctions=4', '--seed=41', '--digest'),
  ])
  const [, digest] = /seed 44: (\w{16})/.exec(alone.said) ?? []
  expect(digest).toBeDefined()
  expect(among.said).toContain(`seed 44: ${digest}`)
  expect(new Set(among.said.match(/: \w{16}$/gm)).size).toBe(4)
})

test('a lot that is bought at once after an outage was not sold silently', async () => {
  const { code, said } = await simulated('--auctions=1', '--seed=1128')
  expect(said).toContain('1 simulated auctions kept every promise')
  expect(code).toBe(0)
})
