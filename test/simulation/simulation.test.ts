import { expect, test } from 'vitest'
import { REWORDINGS } from './plants.ts'
import { simulated } from './run-simulation.test-support.ts'

test('auctions with crashes, lost connections and lost hints keep every promise', async () => {
  const { code, said } = await simulated('--auctions=20', '--seed=1')
  expect(said).toContain('20 simulated auctions kept every promise')
  expect(code).toBe(0)
})

test('a seed tells exactly the same story, alone and after others', async () => {
  const [alone, among] = await Promise.all([
    simulated('--auctions=1', '--seed=44', '--digest'),
    simulated('--auctions=4', '--seed=41', '--digest'),
  ])
  const [, digest] = /seed 44: (\w{16})/.exec(alone.said) ?? []
  expect(digest).toBeDefined()
  expect(among.said).toContain(`seed 44: ${digest}`)
  expect(new Set(among.said.match(/: \w{16}$/gm)).size).toBe(4)
})

test('reworded statements change nothing: the same seeds tell exactly the same stories', async () => {
  const asked = ['--auctions=6', '--seed=1', '--digest']
  const results = [await simulated(...asked)]
  for (const name of Object.keys(REWORDINGS)) results.push(await simulated(...asked, `--plant=${name}`))
  const [digests, ...reworded] = results.map(({ said }) => said.match(/: \w{16}$/gm)?.join())
  expect(digests).toHaveLength(6 * 18 + 5)
  expect(reworded).toEqual(reworded.map(() => digests))
})

test('a lot bought right after an outage was not sold silently', async () => {
  const { code, said } = await simulated('--auctions=1', '--seed=1128')
  expect(said).toContain('1 simulated auctions kept every promise')
  expect(code).toBe(0)
})
