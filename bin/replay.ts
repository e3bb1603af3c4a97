import { replay, type ReplayEntry } from '#engine'
import { verifyLedgers, type LedgerPage } from './replay/ledger-page.ts'
import { readRecordedFile } from './replay/recorded-file.ts'

/**
 * Replays auctions: `npm run --silent replay -- FILE.json …`, where a file holds a list of ReplayEntry, or a lot's published ledger as
 * `/api/lots/:lotId/ledger` sends it. Recorded auctions are run through the engine, ledgers are checked as the page of the lot does it. Prints
 * the list of results, one a line. Exit code 1: a ledger has faults. For an unusable file it prints one sentence on stderr and exits with
 * code 2.
 */
async function main(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return stop('Name the file: npm run replay -- FILE.json')
  const entries: ReplayEntry[] = []
  const pages: LedgerPage[] = []
  for (const path of paths) {
    const file = readRecordedFile(path)
    if ('fault' in file) return stop(`${path}: ${file.fault}`)
    if ('page' in file) pages.push(file.page)
    else entries.push(...file.entries)
  }
  const ledgers = await verifyLedgers(pages)
  const results = [...entries.map(replay), ...ledgers].map((result) => JSON.stringify(result))
  process.stdout.write(results.length === 0 ? '[]\n' : `[\n${results.join(',\n')}\n]\n`)
  if (ledgers.some(({ faults }) => faults.length > 0)) process.exitCode = 1
}

function stop(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 2
}

await main(process.argv.slice(2))
