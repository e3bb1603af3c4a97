import { chmod, mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { castCrowd, type CastMember } from '#test/cast.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { Cluster } from './cluster.ts'
import { withServerAt } from './server-at.ts'

const BIDDERS = 40
const LOTS = 5
/** Set on every lot and never met: nothing sent or logged may contain it. */
export const RESERVE = 987_654_321_000
const CLOSES_IN_MS = 6 * 3_600_000

/** A database with people and lots, created once per run; every stage starts with a copy of it. */
export type Template = { runFolder: string; cluster: Cluster; crowd: CastMember[]; lots: CastLot[] }

export async function makeTemplate(): Promise<Template> {
  const runFolder = await mkdtemp(path.join(os.tmpdir(), 'paddock-faults-'))
  // The database's user needs access to its files; the cluster's own folder stays closed.
  await chmod(runFolder, 0o755)
  const cluster = new Cluster(path.join(runFolder, 'template'))
  await cluster.start()
  const made = await withServerAt(cluster.url, path.join(runFolder, 'template-data'), async (app) => {
    const crowd = await castCrowd(app.pool, BIDDERS)
    const lots: CastLot[] = []
    for (let each = 0; each < LOTS; each += 1) {
      const plain = { bidUnit: 1, openingBid: 1, increments: [[0, 1]] as [number, number][] }
      lots.push(await castLot(app, { ...plain, reserve: RESERVE, closesInMs: CLOSES_IN_MS }))
    }
    return { crowd, lots }
  })
  await cluster.stop()
  return { runFolder, cluster, ...made }
}
