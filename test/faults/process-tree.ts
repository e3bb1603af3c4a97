import { readdirSync, readFileSync } from 'node:fs'

/** Every process below one, by the kernel's list of parents; the nearest first. */
export function below(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${entry}/stat`, 'utf8')) ?? []
      parents.set(Number(entry), Number(parent))
    } catch {
      // It ended while the list was read.
    }
  }
  const found = [pid]
  for (const one of found) for (const [child, parent] of parents) if (parent === one) found.push(child)
  return found.slice(1)
}

/** Also false for a process that ended and whose parent hasn't reaped it yet. */
export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
