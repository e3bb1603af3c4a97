import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readKept } from './kept.ts'
import { writePlots } from './plots.ts'
import { renderReport } from './report.ts'

/** The folder of the report, with `outcomes/` and `plots/`. */
export const REPORT_FOLDER = path.resolve(import.meta.dirname, '..')

/** Renders the one report and its plots from all stored outcomes; returns the report's file. */
export async function writeReport(folder: string): Promise<string> {
  const all = await readKept(path.join(folder, 'outcomes'))
  await writePlots(
    path.join(folder, 'plots'),
    all.flatMap(({ outcome }) => outcome.plots ?? []),
  )
  const file = path.join(folder, 'report.md')
  await writeFile(file, renderReport(all))
  return file
}
