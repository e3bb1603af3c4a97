import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomFillSync,
  type KeyObject,
} from 'node:crypto'

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** The number of derived keys that are cached; deriving one takes some microseconds. */
const DERIVED_MAX = 20_000

/** The server's keys, all derived from the master key, except that MACs use a secret sealed with it. */
export type Keys = {
  /**
   * AES-256-GCM. `context` binds the box to its place: it opens only with the same context. Every context has its own key, so that
   * random nonces stay far from colliding: NIST SP 800-38D allows 2^32 boxes per key, and a single key for all bids would reach that.
   */
  seal(plaintext: Buffer, context: string): Buffer
  /** Throws when the box was changed, moved or sealed with an unknown key. */
  open(box: Buffer, context: string): Buffer
  /** HMAC-SHA256 under a key for this purpose. Unaffected by a change of the master key, because people keep what it proves. */
  mac(purpose: string, data: string | Buffer): Buffer
}

type KeyFor = (purpose: string) => KeyObject

/**
 * `master`: 32 bytes from the configuration. `others`: former master keys, which open but never seal during a rotation. `macSecret`: the
 * 32 bytes that MAC keys are derived from; the master key unless given.
 */
export function makeKeys(master: Buffer, others: readonly Buffer[] = [], macSecret: Buffer = master): Keys {
  const [own, ...former] = [master, ...others].map(derivedFrom) as [KeyFor, ...KeyFor[]]
  const macKeyFor = macSecret === master ? own : derivedFrom(macSecret)
  return {
    seal(plaintext, context) {
      const nonce = nextNonce()
      const cipher = createCipheriv('aes-256-gcm', own(`seal:${context}`), nonce)
      cipher.setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plaintext), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body])
    },
    open(box, context) {
      if (box[0] !== VERSION) throw new Error('a sealed box of an unknown version')
      try {
        return openWith(own, box, context)
      } catch (error) {
        for (const keyFor of former) {
          try {
            return openWith(keyFor, box, context)
          } catch {
            continue
          }
        }
        throw error
      }
    },
    mac: (purpose, data) =>
      createHmac('sha256', macKeyFor(`mac:${purpose}`))
        .update(data)
        .digest(),
  }
}

/** Generated in bulk: a single call costs as much as hundreds of nonces. */
const nonces = Buffer.alloc(256 * NONCE_BYTES)
let noncesUsed = nonces.length

function nextNonce(): Buffer {
  if (noncesUsed === nonces.length) {
    randomFillSync(nonces)
    noncesUsed = 0
  }
  return Buffer.from(nonces.subarray(noncesUsed, (noncesUsed += NONCE_BYTES)))
}

function openWith(keyFor: KeyFor, box: Buffer, context: string): Buffer {
  const bodyAt = 1 + NONCE_BYTES + TAG_BYTES
  const nonce = box.subarray(1, 1 + NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyFor(`seal:${context}`), nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(box.subarray(1 + NONCE_BYTES, bodyAt))
  return Buffer.concat([decipher.update(box.subarray(bodyAt)), decipher.final()])
}

/** As key objects: with plain bytes every seal and MAC would import its key again, which costs more than the operation itself. */
function derivedFrom(master: Buffer): KeyFor {
  if (master.length !== 32) throw new Error('the master key must have 32 bytes')
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
