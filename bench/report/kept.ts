import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Outcome } from '../figures.ts'
import type { Machine } from '../machine.ts'

/** A stored outcome: what was measured, when, of which commit and on what machine. */
export type Kept = {
  name: string
  /** ISO 8601. */
  measuredAt: string
  /** Null: not measured in a repository. */
  commit: string | null
  /** A quick run has shorter and fewer rounds than a full one. */
  quick: boolean
  machine: Machine
  outcome: Outcome
}

/** Stores one outcome under its benchmark's name, replacing the previous one. */
export async function keep(folder: string, kept: Kept): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, `${kept.name}.json`), `${JSON.stringify(kept, null, 2)}\n`)
}

/** All stored outcomes, in the order of the quality page: B1, B1b, B2, …, B10. */
export async function readKept(folder: string): Promise<Kept[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'))
  const all = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(path.join(folder, file), 'utf8')) as Kept),
  )
  return all.toSorted((a, b) => a.outcome.id.localeCompare(b.outcome.id, 'en', { numeric: true }))
}
