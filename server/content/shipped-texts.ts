import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '#server/platform/root.ts'

const FOLDER = path.join(ROOT, 'server/content/shipped')

/** The text of a page or of a topic of the FAQ in this release. */
export function shippedText(name: string): string {
  return readFileSync(path.join(FOLDER, `${name}.md`), 'utf8')
}
