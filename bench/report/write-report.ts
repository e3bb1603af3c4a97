import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readKept } from './kept.ts'
import { writePlots } from './plots.ts'
import { renderReport } from './report.ts'

/** Where the report stands, with `outcomes/` and `plots/` beside it. */
export const REPORT_FOLDER = path.resolve(import.meta.dirname, '..')

/** Renders the one report and its plots from everything kept; answers the report's file. */
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
