import { readFileSync } from 'node:fs'
import { replay, type ReplayEntry } from '#engine'
import { faultInEntry } from '#engine/replay-entry.ts'

/**
 * Runs recorded auctions through the engine: `npm run --silent replay -- FILE.json`, where FILE holds a list of ReplayEntry. Prints
 * the list of results, one entry per line. For an unusable file it prints one sentence on stderr and exits with code 2.
 */
function main(path: string | undefined): void {
  if (path === undefined) return stop('Name the file: npm run replay -- FILE.json')
  const file = readEntries(path)
  if (file.fault !== null) return stop(`${path}: ${file.fault}`)
  const results = file.entries.map((entry) => JSON.stringify(replay(entry)))
  process.stdout.write(results.length === 0 ? '[]\n' : `[\n${results.join(',\n')}\n]\n`)
}

type EntriesFile = { fault: null; entries: ReplayEntry[] } | { fault: string }

function readEntries(path: string): EntriesFile {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    return { fault: `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})` }
  }
  let entries: unknown
  try {
    entries = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    return { fault: `is not JSON: ${(error as SyntaxError).message.split('\n')[0]}` }
  }
  if (!Array.isArray(entries)) return { fault: 'must hold a list of entries' }
  for (const [index, entry] of entries.entries()) {
    const found = faultInEntry(entry)
    if (found !== null) return { fault: `entry ${index}${nameOf(entry)}: ${found.field} ${found.fault}` }
  }
  return { fault: null, entries }
}

/** The entry's id in quotes, if it has one. */
function nameOf(entry: unknown): string {
  const id = (entry as { id?: unknown } | null)?.id
  return typeof id === 'string' || typeof id === 'number' ? ` (id ${JSON.stringify(id)})` : ''
}

function stop(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exitCode = 2
}

main(process.argv[2])
