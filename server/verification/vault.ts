import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { openFiles } from '#server/platform/files/files.ts'
import type { App } from '#server/platform/app.ts'
import { busy } from '#server/platform/problem.ts'

/**
 * Encrypted storage of identity documents: each picture is encrypted with its own key (AES-256-GCM), which is sealed with the server's key
 * and bound to its case. Neither the storage nor the database alone reveals anything.
 */
export type Vault = {
  /** Throws `busy` when the storage does not accept it. */
  put(content: Buffer, place: Place): Promise<{ name: string; sealedKey: Buffer }>
  /** Throws `busy` when the storage does not answer, and a plain error for content that was changed or moved. */
  get(name: string, sealedKey: Buffer, place: Place): Promise<Buffer>
  remove(name: string): Promise<void>
  /** Names of files that were stored, or started, before `at` (ms). */
  olderThan(at: number): Promise<string[]>
}

export type Place = { caseId: string; side: string; page: number }

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The context that an image's key is sealed to: moved to another row, it does not open. */
export function keyContext({ caseId, side, page }: Place): string {
  return `document:${caseId}:${side}:${page}`
}

export async function openVault(app: App): Promise<Vault> {
  const files = await openFiles(app.config, 'documents')
  const reached = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (err) {
      app.log.error({ err }, 'document storage did not respond')
      throw busy(10)
    }
  }
  return {
    async put(content, place) {
      const key = randomBytes(32)
      const name = await reached(files.put(encrypted(key, content)))
      return { name, sealedKey: app.keys.seal(key, keyContext(place)) }
    },
    async get(name, sealedKey, place) {
      const key = app.keys.open(sealedKey, keyContext(place))
      return decrypted(key, await reached(files.get(name)))
    },
    remove: (name) => files.remove(name),
    olderThan: (at) => files.olderThan(at),
  }
}

function encrypted(key: Buffer, content: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

function decrypted(key: Buffer, box: Buffer): Buffer {
  const tagEnd = NONCE_BYTES + TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(box.subarray(NONCE_BYTES, tagEnd))
  return Buffer.concat([decipher.update(box.subarray(tagEnd)), decipher.final()])
}
