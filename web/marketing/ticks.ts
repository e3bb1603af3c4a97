import { keepStored, readStored } from '#web/platform/stored.ts'

const TICKS_KEY = 'marketing-ticks'

/** The steps checked in this browser, as `list.step`. Anything unreadable counts as none. */
export function readTicks(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(readStored(TICKS_KEY) ?? '[]')
    return new Set(Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [])
  } catch {
    return new Set()
  }
}

export function toggleTick(ticked: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(ticked)
  if (!next.delete(key)) next.add(key)
  keepStored(TICKS_KEY, JSON.stringify([...next]))
  return next
}
