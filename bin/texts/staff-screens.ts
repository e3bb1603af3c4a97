import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { ROOT } from '#server/platform/root.ts'

/** The code of each file of the web, without tests. */
type Files = ReadonlyMap<string, string>

const isAdministration = (file: string) => file.startsWith('web/shell/admin/')
const TRANSLATED = /\b(?:t|translated|plural)[`(]|<Trans>/

export function webFiles(): Files {
  const names = readdirSync(path.join(ROOT, 'web'), { recursive: true, encoding: 'utf8' }).toSorted()
  const files = names.map((name) => `web/${name}`).filter((file) => /(?<!\.test|\.test-\w+)\.tsx?$/.test(file))
  return new Map(files.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]))
}

/** The files that people reach only through the administration, which is in English. */
export function staffScreens(files: Files): Set<string> {
  const forStaff = reachedFrom([...files.keys()].filter(isAdministration), () => false)
  const forOthers = reachedFrom(['web/main.tsx'], isAdministration)
  return new Set([...forStaff].filter((file) => !forOthers.has(file)))

  function reachedFrom(roots: readonly string[], isClosed: (file: string) => boolean): Set<string> {
    const reached = new Set<string>()
    const visit = (file: string) => {
      const code = files.get(file)
      if (code === undefined || isClosed(file) || reached.has(file)) return
      reached.add(file)
      for (const [, address = ''] of code.matchAll(/\b(?:from|import\()\s*'((?:#web\/|\.)[^']+)'/g))
        visit(fileAt(address, file))
    }
    roots.forEach(visit)
    return reached
  }
}

/** Texts that only staff see and that are translated all the same: in files for staff, and in what no other file imports. */
export function translatedForStaff(files: Files): string[] {
  const staffOnly = staffScreens(files)
  const [forStaff, forOthers] = [new Set<string>(), new Set<string>()]
  for (const [file, code] of files)
    for (const imported of importsOf(file, code)) (staffOnly.has(file) ? forStaff : forOthers).add(imported)
  const isForStaff = (file: string, name: string) =>
    forStaff.has(`${file}#${name}`) && !forOthers.has(`${file}#${name}`) && !forOthers.has(`${file}#*`)
  return [...files].flatMap(([file, code]) => {
    if (!TRANSLATED.test(code)) return []
    if (staffOnly.has(file)) return [`${file} is for staff: write its texts in English, without t, Trans or plural.`]
    return exportsOf(file, code)
      .filter(({ name, text }) => isForStaff(file, name) && TRANSLATED.test(text))
      .map(({ name }) => `${file}: only screens for staff use ${name}. Move it to a file of theirs, in English.`)
  })
}

/** What a file imports, as `file#name`; `file#*` is a file that is loaded later. */
function importsOf(file: string, code: string): string[] {
  const later = [...code.matchAll(/\bimport\('([^']+)'\)/g)].map(([, address = '']) => `${fileAt(address, file)}#*`)
  const named = [...code.matchAll(/\{([^{}]*)\} from '((?:#web\/|\.)[^']+)'/g)]
  return named
    .flatMap(([, names = '', address = '']) =>
      names.split(',').map((name) => `${fileAt(address, file)}#${/(?:type )?(\w*)/.exec(name.trim())?.[1]}`),
    )
    .concat(later)
}

/** What a file exports and doesn't use itself. */
function exportsOf(file: string, code: string): { name: string; text: string }[] {
  const { program } = parseSync(file, code, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  return program.body
    .map((node) => code.slice(node.start, node.end))
    .map((text) => ({ name: /^export (?:async )?(?:function|const|class) (\w+)/.exec(text)?.[1] ?? '', text }))
    .filter(({ name }) => name !== '' && code.split(new RegExp(`\\b${name}\\b`)).length === 2)
}

function fileAt(address: string, from: string): string {
  return address.startsWith('#') ? address.slice(1) : path.posix.join(path.posix.dirname(from), address)
}
