import { existsSync } from 'node:fs'
import path from 'node:path'

/** The folder of the project, seen from the sources and from the bundle alike: migrations and pictures lie below it. */
export const ROOT = rootAbove(import.meta.dirname)

function rootAbove(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder
  const above = path.dirname(folder)
  if (above === folder) throw new Error('package.json is missing above the program')
  return rootAbove(above)
}
