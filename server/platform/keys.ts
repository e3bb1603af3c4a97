import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Derived keys kept; deriving one anew costs some microseconds. */
const DERIVED_MAX = 20_000

/** What the house encrypts and signs with; everything is derived from one master key. */
export type Keys = {
  /**
   * AES-256-GCM. `context` binds the box to its place: it opens only with the same one. Every context has a key of its own, so that
   * chance nonces stay far from meeting: NIST SP 800-38D allows 2^32 boxes a key, and one key for all bids would get there.
   */
  seal(plaintext: Buffer, context: string): Buffer
  /** Throws when the box was changed, moved or made with another key. */
  open(box: Buffer, context: string): Buffer
  /** HMAC-SHA256 under a key of this purpose. */
  mac(purpose: string, data: string | Buffer): Buffer
}

/** `master`: 32 bytes from the configuration. */
export function makeKeys(master: Buffer): Keys {
  if (master.length !== 32) throw new Error('the master key must have 32 bytes')
  const keyFor = derivedFrom(master)
  return {
    seal(plaintext, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor(`seal:${context}`), nonce)
      cipher.setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plaintext), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body])
    },
    open(box, context) {
      if (box[0] !== VERSION) throw new Error('a sealed box of an unknown version')
      const bodyAt = 1 + NONCE_BYTES + TAG_BYTES
      const nonce = box.subarray(1, 1 + NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', keyFor(`seal:${context}`), nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(box.subarray(1 + NONCE_BYTES, bodyAt))
      return Buffer.concat([decipher.update(box.subarray(bodyAt)), decipher.final()])
    },
    mac: (purpose, data) =>
      createHmac('sha256', keyFor(`mac:${purpose}`))
        .update(data)
        .digest(),
  }
}

/** As key objects: with plain bytes every seal and mac would import its key again, which costs more than the work itself. */
function derivedFrom(master: Buffer): (purpose: string) => KeyObject {
  const derived = new Map<string, KeyObject>()
  return (purpose) => {
    const known = derived.get(purpose)
    if (known !== undefined) return known
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', master, '', `paddock:${purpose}`, 32)))
    if (derived.size >= DERIVED_MAX) derived.delete(derived.keys().next().value!)
    derived.set(purpose, key)
    return key
  }
}
