import { defineConfig } from 'vitest/config'

const onDatabase = { globalSetup: ['test/harness/global-setup.ts'], env: { NODE_ENV: 'test' } }

export default defineConfig({
  test: {
    reporters: ['default', './test/reporter.ts'],
    // Most tests wait for the database most of the time: more of them than cores keep two cores busy.
    maxWorkers: 4,
    projects: [
      { test: { name: 'engine', include: ['engine/**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          include: [
            'server/**/*.test.ts',
            'contract/**/*.test.ts',
            'demo/**/*.test.ts',
            'test/*.test.ts',
            'test/faults/*.test.ts',
            'test/contract/*.test.ts',
          ],
          testTimeout: 20_000,
          hookTimeout: 30_000,
          ...onDatabase,
        },
      },
      { test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], environment: 'happy-dom' } },
      {
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          ...onDatabase,
        },
      },
    ],
  },
})
