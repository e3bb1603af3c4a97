import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '#server/platform/root.ts'

/** The code of each file of the web, without tests. */
type Files = ReadonlyMap<string, string>

const isAdministration = (file: string) => file.startsWith('web/shell/admin/')

export function webFiles(): Files {
  const names = readdirSync(path.join(ROOT, 'web'), { recursive: true, encoding: 'utf8' }).toSorted()
  const files = names.map((name) => `web/${name}`).filter((file) => /(?<!\.test|\.test-\w+)\.tsx?$/.test(file))
  return new Map(files.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]))
}

/** The files that people reach only through the administration. */
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

function fileAt(address: string, from: string): string {
  return address.startsWith('#') ? address.slice(1) : path.posix.join(path.posix.dirname(from), address)
}
