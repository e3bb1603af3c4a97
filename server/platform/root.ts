import { existsSync } from 'node:fs'
import path from 'node:path'

/** The project's root folder, found from the sources and from the bundle alike: migrations and pictures are below it. */
export const ROOT = rootAbove(import.meta.dirname)

function rootAbove(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder
  const above = path.dirname(folder)
  if (above === folder) throw new Error('could not find package.json above the server’s folder')
  return rootAbove(above)
}
