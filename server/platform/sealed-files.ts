import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { App } from './app.ts'
import { busy } from './problem.ts'
import { openFiles } from './files/files.ts'

/**
 * Encrypted storage: each file is encrypted with its own key (AES-256-GCM), which is sealed with the server's key and bound to a context,
 * the place of its row. Neither the storage nor the database alone reveals anything.
 */
export type SealedFiles = {
  /** Throws `busy` when the storage does not accept it. */
  put(content: Buffer, context: string): Promise<{ name: string; sealedKey: Buffer }>
  /** Throws `busy` when the storage does not answer, and a plain error for content that was changed or moved. */
  get(name: string, sealedKey: Buffer, context: string): Promise<Buffer>
  /** What was stored before files were encrypted, as it is. */
  getPlain(name: string): Promise<Buffer>
  remove(name: string): Promise<void>
  /** Names of files that were stored, or started, before `at` (ms). */
  olderThan(at: number): Promise<string[]>
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

export async function openSealedFiles(app: App, shelf: string): Promise<SealedFiles> {
  const files = await openFiles(app.config, shelf)
  const reached = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (err) {
      app.log.error({ err, shelf }, 'file storage did not respond')
      throw busy(10)
    }
  }
  return {
    async put(content, context) {
      const key = randomBytes(32)
      const name = await reached(files.put(encrypted(key, content)))
      return { name, sealedKey: app.keys.seal(key, context) }
    },
    async get(name, sealedKey, context) {
      const key = app.keys.open(sealedKey, context)
      return decrypted(key, await reached(files.get(name)))
    },
    getPlain: (name) => reached(files.get(name)),
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
