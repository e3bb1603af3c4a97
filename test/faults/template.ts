import { chmod, mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { castCrowd, type CastMember } from '#test/cast.ts'
import { castLot, type CastLot } from '#test/inventory.ts'
import { Cluster } from './cluster.ts'
import { withHouseAt } from './house-at.ts'

const BIDDERS = 40
const LOTS = 5
/** On every lot, and never met: nothing that is sent or logged may hold it. */
export const RESERVE = 987_654_321_000
const CLOSES_IN_MS = 6 * 3_600_000

/** A database with its people and lots, made once a run; every stage begins with a copy of it. */
export type Template = { runFolder: string; cluster: Cluster; crowd: CastMember[]; lots: CastLot[] }

export async function makeTemplate(): Promise<Template> {
  const runFolder = await mkdtemp(path.join(os.tmpdir(), 'paddock-faults-'))
  // The database's user must come to its files; the cluster's own folder stays closed.
  await chmod(runFolder, 0o755)
  const cluster = new Cluster(path.join(runFolder, 'template'))
  await cluster.start()
  const made = await withHouseAt(cluster.url, path.join(runFolder, 'template-data'), async (house) => {
    const crowd = await castCrowd(house.pool, BIDDERS)
    const lots: CastLot[] = []
    for (let each = 0; each < LOTS; each += 1) {
      const plain = { bidUnit: 1, openingBid: 1, ladder: [[0, 1]] as [number, number][] }
      lots.push(await castLot(house, { ...plain, reserve: RESERVE, closesInMs: CLOSES_IN_MS }))
    }
    return { crowd, lots }
  })
  await cluster.stop()
  return { runFolder, cluster, ...made }
}
