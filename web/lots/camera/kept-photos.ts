import type { ShotSlot } from '#contract/lots/photos.ts'
import type { STORED } from '#contract/platform/stored-keys.ts'

/** A photo on this device that isn't uploaded yet. */
export type KeptPhoto = {
  key: string
  vehicleId: string
  /** What the vehicle is called. */
  title: string
  slot: ShotSlot
  content: Blob
  /** By the device's clock, in ms. */
  takenAt: number
}

const DATABASE: keyof typeof STORED = 'photos-to-send'
const TABLE = 'photos'

/** Resolves once the photo would survive closing the page. Rejects where the browser stores nothing, or has no space left. */
export async function keepPhoto(photo: KeptPhoto): Promise<void> {
  await inTable('readwrite', (table) => table.put(photo))
}

/** All kept photos, in the order in which they were taken. */
export async function keptPhotos(): Promise<KeptPhoto[]> {
  const photos = await inTable<KeptPhoto[]>('readonly', (table) => table.getAll() as IDBRequest<KeptPhoto[]>)
  return photos.toSorted((one, other) => one.takenAt - other.takenAt)
}

export async function forgetPhoto(key: string): Promise<void> {
  await inTable('readwrite', (table) => table.delete(key))
}

async function inTable<T>(mode: IDBTransactionMode, ask: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    return await new Promise((done, fail) => {
      const transaction = database.transaction(TABLE, mode)
      const asked = ask(transaction.objectStore(TABLE))
      // Only a completed transaction is on the disk.
      transaction.oncomplete = () => done(asked.result)
      transaction.onerror = transaction.onabort = () => fail(transaction.error ?? new Error('The photo wasn’t stored.'))
    })
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((done, fail) => {
    const asked = indexedDB.open(DATABASE, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(TABLE, { keyPath: 'key' })
    asked.onsuccess = () => done(asked.result)
    asked.onerror = asked.onblocked = () => fail(asked.error ?? new Error('The browser stores nothing.'))
  })
}
