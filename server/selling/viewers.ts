import type { App } from '#server/platform/app.ts'
import type { FeatureHandle } from '#server/platform/feature.ts'
import { job } from '#server/platform/job.ts'
import { insertViewers } from './store.ts'

const WRITE_EVERY_MS = 5000
/** Beyond this many between two writes, the rest isn't counted: memory matters more than a figure. */
const WAITING_MAX = 20_000
/** Pairs that this process has written: opening a page again costs nothing. */
const KNOWN_MAX = 200_000

/** Counts members who open a lot's page, each once per lot, written together every few seconds. */
export function countViewers(app: App): FeatureHandle {
  const known = new Set<string>()
  let waiting: { lotId: string; accountId: string }[] = []
  app.extensions.lotOpened.push((person, lotId) => {
    const pair = `${lotId} ${person.id}`
    if (person.role !== 'member' || person.supportBy !== null || known.has(pair) || waiting.length >= WAITING_MAX)
      return
    if (known.size >= KNOWN_MAX) known.clear()
    known.add(pair)
    waiting.push({ lotId, accountId: person.id })
  })
  const write = async () => {
    const batch = waiting
    waiting = []
    if (batch.length > 0) await insertViewers(app.db, batch)
  }
  const writing = job(app, 'count viewers of lots', WRITE_EVERY_MS, write)
  return {
    ...writing,
    async stop() {
      await writing.stop?.()
      await write()
    },
  }
}
