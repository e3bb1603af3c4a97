import path from 'node:path'

const isAdministration = (file: string) => file.startsWith('web/shell/admin/')

/** The files that people reach only through the administration, which is in English. `files`: the code of each file of the web. */
export function staffScreens(files: ReadonlyMap<string, string>): Set<string> {
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
        visit(address.startsWith('#') ? address.slice(1) : path.posix.join(path.posix.dirname(file), address))
    }
    roots.forEach(visit)
    return reached
  }
}
