import { mkdirSync, writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** What `npm run test:again` runs: the files with a failure, and whether anything failed that is no file's. */
const FAILED = 'node_modules/.cache/paddock/failed.json'

/** The run's last line, alone: how many tests passed, failed and were skipped. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    // Checks of `npm test` that failed before the tests ran: format, lint, types.
    const checks = (process.env['PADDOCK_CHECKS_FAILED'] ?? '').split(',').filter((name) => name !== '')
    for (const name of checks) console.log(`FAILED check: ${name} (see above)`)
    counts.failed += checks.length
    for (const module of modules) {
      const before = counts.failed
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        counts[state === 'pending' ? 'skipped' : state] += 1
      }
      // A file that cannot be loaded, or whose preparation fails, has no test that failed.
      if (module.state() === 'failed' && counts.failed === before) counts.failed += 1
    }
    const files = modules
      .filter((module) => module.state() === 'failed')
      .map(({ relativeModuleId }) => relativeModuleId)
    mkdirSync('node_modules/.cache/paddock', { recursive: true })
    writeFileSync(FAILED, JSON.stringify({ files, others: checks.length + errors.length }))
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  }
}
