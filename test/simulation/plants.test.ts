import { expect, test } from 'vitest'
import { PLANTS } from './plants.ts'
import { simulated } from './run-simulation.test-support.ts'

/** A bug not found within this many auctions is a gap in the simulation. */
const AUCTIONS_MAX = 300
/** Enough time, in ms, for two hundred auctions on a machine that others use, too. */
const PATIENCE_MS = 300_000

test.each(Object.keys(PLANTS))(
  'the simulation finds the planted bug %s',
  async (name) => {
    const { code, said } = await simulated(`--auctions=${AUCTIONS_MAX}`, '--seed=1', '--brief', `--plant=${name}`)
    expect(said).toMatch(/^Seed \d+ broke a promise/m)
    expect(code).toBe(1)
  },
  PATIENCE_MS,
)

test('a broken promise is reported with its seed, the command that repeats it, and a short story', async () => {
  const { said } = await simulated('--auctions=5', '--seed=1', '--plant=answer-before-commit')
  expect(said).toMatch(
    /^To see it again: npm run simulate -- --auctions=1 --seed=\d+ --trace --plant=answer-before-commit$/m,
  )
  expect(said).toMatch(/^The shortest story found in which it still breaks \(\d+ processes, \d+ bidders/m)
  expect(said).toContain('acknowledged before its commit')
})
