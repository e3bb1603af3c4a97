import { defineConfig } from 'vitest/config'

/** The rules alone, for `npm run mutation`: each mutant must be found out by a test of the engine. */
export default defineConfig({ test: { include: ['engine/*.test.ts'] } })
