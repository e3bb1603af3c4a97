import { randomBytes } from 'node:crypto'
import type { FileStorage } from '#server/platform/files/file-storage.ts'
import type { App } from '#server/platform/app.ts'
import type { FeatureHandle } from '#server/platform/feature.ts'
import type { PhotoWorker, PhotoWorkerFault } from '#server/platform/images/photo-worker.ts'
import type { Developed } from '#server/platform/images/recipe.ts'
import { showPhotos } from './show-photos.ts'
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

/** A crashed process holds its photo no longer than this. */
const CLAIM_MS = 30_000
const KEEP_CLAIM_MS = 10_000
const LOOK_EVERY_MS = 2000
const AGAIN_AFTER_MS = 5000
const TRIES_MAX = 3

export type MakingReady = FeatureHandle & {
  /** A photo may be waiting. */
  nudge(): void
  /** Processes everything waiting now; for tests. */
  drain(): Promise<void>
}

/**
 * Processes photos in the background, one at a time in each process with the role `worker`. Work a crashed process had begun is started
 * over by the next one that polls.
 */
export function makePhotosReady(app: App, files: FileStorage, photoWorker: PhotoWorker): MakingReady {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let isOver = false

  const drain = async () => {
    while (!isOver) {
      const claimed = await claimWaiting(app.db, CLAIM_MS)
      if (claimed === undefined) return
      await makeReady(app, files, photoWorker, claimed)
    }
  }
  const nudge = () => {
    if (timer === null) return
    running ??= drain()
      .catch((err: unknown) => app.log.error({ err }, 'photo processing failed; it will be retried'))
      .finally(() => (running = null))
  }
  return {
    nudge,
    drain,
    beforeListen() {
      if (!app.config.roles.has('worker')) return Promise.resolve()
      timer = setInterval(nudge, LOOK_EVERY_MS)
      nudge()
      return Promise.resolve()
    },
    async stop() {
      isOver = true
      if (timer !== null) clearInterval(timer)
      // Work in progress is aborted: its claim is released, and the next start begins it again.
      photoWorker.close()
      await running
    },
  }
}

async function makeReady(app: App, files: FileStorage, photoWorker: PhotoWorker, claimed: ClaimedRow): Promise<void> {
  const keeping = setInterval(() => {
    keepClaim(app.db, claimed.id, CLAIM_MS).catch(() => undefined)
  }, KEEP_CLAIM_MS)
  try {
    const source = await sourceOf(app, files, claimed)
    if (source === null) return await setFailed(app.db, claimed.id, 'unreadable')
    const developed = await photoWorker.develop({ ...source, rotation: claimed.rotation })
    if (typeof developed === 'string') return await giveUp(app, claimed, developed)
    await keepAndShow(app, files, claimed, developed)
  } catch (err) {
    app.log.error({ err, photo: claimed.id }, 'could not process a photo')
    await giveUp(app, claimed, 'broke-off')
  } finally {
    clearInterval(keeping)
  }
}

/** The source of a photo: the original, its master, or for a picture placed ready-made the widest one stored. */
async function sourceOf(app: App, files: FileStorage, { source_name, source_kind, shown_name }: ClaimedRow) {
  if (source_name !== null && source_kind !== null) return { kind: source_kind, content: await files.get(source_name) }
  const name = shown_name === null ? null : await findFile(app.db, shown_name, 10_000, 'webp')
  return name === null ? null : { kind: 'webp' as const, content: await files.get(name) }
}

/** A fault in the file is final until a person retries; a fault of the server is retried automatically. */
async function giveUp(app: App, { id, tries }: ClaimedRow, fault: PhotoWorkerFault): Promise<void> {
  if (fault === 'broke-off' && tries < TRIES_MAX) await releaseClaim(app.db, id, AGAIN_AFTER_MS)
  else await setFailed(app.db, id, fault)
}

/** Writes the files first, then one transaction that shows them. If the row changed meanwhile, none of it stays. */
async function keepAndShow(
  app: App,
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
    isShown = await app.db.transaction().execute(async (trx) => {
      // Locks the vehicle's row to the end of the transaction: one transaction at a time writes what readers see.
      await lockVehicle(trx, claimed.vehicle_id)
      if (!(await setReady(trx, claimed, { name, width, height, placeholder, sourceName }))) return false
      await insertFiles(trx, rows)
      await showPhotos(trx, claimed.vehicle_id)
      return true
    })
  } finally {
    // If a removal fails, the file is found as an orphan later.
    const left = isShown ? leftOf(claimed, master) : stored
    await Promise.all(left.map((each) => files.remove(each).catch(() => undefined)))
  }
}

/** The original may reveal where it was taken: once there is a master, it is deleted. */
function leftOf({ source_name }: ClaimedRow, master: Uint8Array | null): string[] {
  return master === null || source_name === null ? [] : [source_name]
}
