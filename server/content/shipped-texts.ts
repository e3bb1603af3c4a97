import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Language } from '#contract/platform/languages.ts'
import { ROOT } from '#server/platform/root.ts'

const FOLDER = path.join(ROOT, 'server/content/shipped')

/** The text of a page or of a topic of the FAQ in this release. English is in the folder itself, each other language in one of its own. */
export function shippedText(name: string, language: Language = 'en'): string {
  return readFileSync(path.join(FOLDER, language === 'en' ? '' : language, `${name}.md`), 'utf8')
}
