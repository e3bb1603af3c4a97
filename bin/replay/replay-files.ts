import { replay, type ReplayEntry } from '#engine'
import { verifyLedgers, type LedgerPage } from './ledger-page.ts'
import { readRecordedFile } from './recorded-file.ts'

/** What the command prints, and the code with which it exits. */
type Replayed = { code: 0 | 1 | 2; stdout: string; stderr: string }

/** Runs recorded auctions through the engine, and checks published ledgers as the page of the lot does it. */
export async function replayFiles(paths: readonly string[]): Promise<Replayed> {
  if (paths.length === 0) return unusable('Name the file: npm run replay -- FILE.json')
  const entries: ReplayEntry[] = []
  const pages: LedgerPage[] = []
  for (const path of paths) {
    const file = readRecordedFile(path)
    if ('fault' in file) return unusable(`${path}: ${file.fault}`)
    if ('page' in file) pages.push(file.page)
    else entries.push(...file.entries)
  }
  const ledgers = await verifyLedgers(pages)
  const results = [...entries.map(replay), ...ledgers].map((result) => JSON.stringify(result))
  const stdout = results.length === 0 ? '[]\n' : `[\n${results.join(',\n')}\n]\n`
  return { code: ledgers.some(({ faults }) => faults.length > 0) ? 1 : 0, stdout, stderr: '' }
}

function unusable(sentence: string): Replayed {
  return { code: 2, stdout: '', stderr: `${sentence}\n` }
}
