import { randomBytes } from 'node:crypto'
import type { FileStorage } from '#server/platform/files/file-storage.ts'
import type { House } from '#server/platform/house.ts'
import type { RoomHandle } from '#server/platform/room.ts'
import type { Darkroom, DarkroomFault } from './darkroom.ts'
import type { Developed } from './recipe.ts'
import { showPhotographs } from './show-photographs.ts'
import { lockVehicle } from './store.ts'
import {
  claimWaiting,
  findFile,
  insertFiles,
  keepClaim,
  releaseClaim,
  setFailed,
  setReady,
  type ClaimedRow,
  type PhotoFile,
} from './work-store.ts'

/** A process that died holds its photograph no longer than this. */
const CLAIM_MS = 30_000
const KEEP_CLAIM_MS = 10_000
const LOOK_EVERY_MS = 2000
const AGAIN_AFTER_MS = 5000
const TRIES_MAX = 3

export type MakingReady = RoomHandle & {
  /** Something may be waiting. */
  nudge(): void
  /** Makes everything ready that waits now; for tests. */
  drain(): Promise<void>
}

/**
 * Makes photographs ready in the background, one at a time in each process with the role `worker`. What a process that died had begun
 * is begun anew by the next one that looks.
 */
export function makePhotographsReady(house: House, files: FileStorage, darkroom: Darkroom): MakingReady {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let isOver = false

  const drain = async () => {
    while (!isOver) {
      const claimed = await claimWaiting(house.db, CLAIM_MS)
      if (claimed === undefined) return
      await makeReady(house, files, darkroom, claimed)
    }
  }
  const nudge = () => {
    if (timer === null) return
    running ??= drain()
      .catch((err: unknown) => house.log.error({ err }, 'photographs wait for the next try'))
      .finally(() => (running = null))
  }
  return {
    nudge,
    drain,
    beforeListen() {
      if (!house.config.roles.has('worker')) return Promise.resolve()
      timer = setInterval(nudge, LOOK_EVERY_MS)
      nudge()
      return Promise.resolve()
    },
    async stop() {
      isOver = true
      if (timer !== null) clearInterval(timer)
      // What is under way is given up: its claim is given back, and the next start begins it anew.
      darkroom.close()
      await running
    },
  }
}

async function makeReady(house: House, files: FileStorage, darkroom: Darkroom, claimed: ClaimedRow): Promise<void> {
  const keeping = setInterval(() => {
    keepClaim(house.db, claimed.id, CLAIM_MS).catch(() => undefined)
  }, KEEP_CLAIM_MS)
  try {
    const source = await sourceOf(house, files, claimed)
    if (source === null) return await setFailed(house.db, claimed.id, 'unreadable')
    const developed = await darkroom.develop({ ...source, rotation: claimed.rotation })
    if (typeof developed === 'string') return await giveUp(house, claimed, developed)
    await keepAndShow(house, files, claimed, developed)
  } catch (err) {
    house.log.error({ err, photograph: claimed.id }, 'a photograph could not be made ready')
    await giveUp(house, claimed, 'broke-off')
  } finally {
    clearInterval(keeping)
  }
}

/** The file as it was sent, its master, or of a picture placed ready-made the widest that there is. */
async function sourceOf(house: House, files: FileStorage, { source_name, source_kind, shown_name }: ClaimedRow) {
  if (source_name !== null && source_kind !== null) return { kind: source_kind, content: await files.get(source_name) }
  const name = shown_name === null ? null : await findFile(house.db, shown_name, 10_000, 'webp')
  return name === null ? null : { kind: 'webp' as const, content: await files.get(name) }
}

/** A file's own fault is final until somebody tries again; where the house failed, it tries again by itself. */
async function giveUp(house: House, { id, tries }: ClaimedRow, fault: DarkroomFault): Promise<void> {
  if (fault === 'broke-off' && tries < TRIES_MAX) await releaseClaim(house.db, id, AGAIN_AFTER_MS)
  else await setFailed(house.db, id, fault)
}

/** Files first, then one transaction in which they appear. Where the row has changed meanwhile, nothing of it stays. */
async function keepAndShow(
  house: House,
  files: FileStorage,
  claimed: ClaimedRow,
  { master, renditions, width, height, placeholder }: Developed,
): Promise<void> {
  const name = randomBytes(16).toString('hex')
  const stored: string[] = []
  const put = async (content: Uint8Array) => {
    const storageName = await files.put(Buffer.from(content))
    stored.push(storageName)
    return storageName
  }
  let isShown = false
  try {
    const rows: PhotoFile[] = []
    for (const { widths, format, content } of renditions) {
      const storageName = await put(content)
      rows.push(...widths.map((each) => ({ name, width: each, format, storageName })))
    }
    const sourceName = master === null ? null : await put(master)
    isShown = await house.db.transaction().execute(async (trx) => {
      // Locks the vehicle's row to the end of the transaction: what readers see is written by one at a time.
      await lockVehicle(trx, claimed.vehicle_id)
      if (!(await setReady(trx, claimed, { name, width, height, placeholder, sourceName }))) return false
      await insertFiles(trx, rows)
      await showPhotographs(trx, claimed.vehicle_id)
      return true
    })
  } finally {
    // A file whose removal fails is found as an orphan later.
    const left = isShown ? leftOf(claimed, master) : stored
    await Promise.all(left.map((each) => files.remove(each).catch(() => undefined)))
  }
}

/** The file as it was sent may tell where it was taken: once there is a master, it goes. */
function leftOf({ source_name }: ClaimedRow, master: Uint8Array | null): string[] {
  return master === null || source_name === null ? [] : [source_name]
}
