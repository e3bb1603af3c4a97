import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** The only reasons to skip a test with `CI=true`: the machine can't have these. */
const NOT_TO_BE_HAD = ['docker compose']

/** The run's last line, by itself: how many tests passed, failed and were skipped. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    // Checks of `npm test` that failed before the tests ran: format, lint, types.
    const checks = (process.env['PADDOCK_CHECKS_FAILED'] ?? '').split(',').filter((name) => name !== '')
    for (const name of checks) console.log(`FAILED check: ${name} (see above)`)
    counts.failed += checks.length
    for (const module of modules) {
      const before = counts.failed
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'failed' || isLeftOut(test)) counts.failed += 1
        else counts[state === 'pending' ? 'skipped' : state] += 1
      }
      // A file that can't be loaded, or whose setup fails, has no failed test.
      if (module.state() === 'failed' && counts.failed === before) counts.failed += 1
    }
    if (counts.failed > 0) process.exitCode = 1
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  }
}

/** Whether a skipped test has to run here. A test that needs a tool names it in its title. */
function isLeftOut(test: TestCase): boolean {
  const { state } = test.result()
  if (process.env['CI'] !== 'true' || (state !== 'skipped' && state !== 'pending')) return false
  if (NOT_TO_BE_HAD.some((tool) => test.fullName.includes(`(skipped: needs ${tool})`))) return false
  console.log(`NOT RUN: ${test.module.relativeModuleId}: ${test.fullName}`)
  return true
}
