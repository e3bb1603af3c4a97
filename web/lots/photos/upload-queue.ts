import { sendPhoto } from '#contract/lots/vehicle-photos.ts'
import { SHOT_SLOTS, type ShotSlot } from '#contract/lots/photos.ts'
import { isOnline, whenOnline } from '#web/platform/online.ts'
import { RequestError, urlOf, failureMessage } from '#web/platform/request.ts'
import { sendForm } from '#web/platform/send-form.ts'
import { wordsOf as viewWords } from '../gallery/photo-words.ts'

export type Upload = {
  key: string
  vehicleId: string
  name: string
  /** Fraction sent, 0 to 1. */
  share: number
  /** `paused`: between two tries, or until the device has a connection. */
  state: 'waiting' | 'sending' | 'paused' | 'sent' | 'failed'
  /** Why it failed, as text. */
  message: string | null
}

/** A photo that was kept under a key before it is sent. */
export type KeptFile = { key: string; vehicleId: string; file: File }

/** Uploads to the server: a few at a time, the rest in order. */
export type UploadQueue = {
  add(vehicleId: string, files: readonly File[]): void
  addKept(files: readonly KeptFile[]): void
  retry(key: string): void
  /** Removes a failed upload from the list. */
  drop(key: string): void
  /** Removes sent and failed uploads from the list. */
  clear(): void
  stop(): void
}

/** More at a time are no faster on a phone connection, and the server holds each in memory until it is stored. */
const AT_ONCE = 2
const TRIES_MAX = 6

type Sending = {
  onChange(uploads: Upload[]): void
  onSent(vehicleId: string, key: string): void
  /** The photos of a vehicle arrive in the order in which they were added: one of each vehicle at a time. */
  inOrder?: boolean
  wait?(ms: number): Promise<void>
}

/** A broken connection loses nothing: the file is sent again later, and the server recognizes its content. `wait` is for tests. */
export function createUploadQueue({ onChange, onSent, inOrder = false, wait = pause }: Sending): UploadQueue {
  let uploads: (Upload & { file: File })[] = []
  const stopped = new AbortController()
  const change = (key: string, own: Partial<Upload>) => {
    uploads = uploads.map((each) => (each.key === key ? { ...each, ...own } : each))
    onChange(uploads)
  }

  async function send(upload: (typeof uploads)[number]): Promise<void> {
    const { key, vehicleId } = upload
    const isSent = await sendUntilAnswered(upload, (own) => change(key, own), wait, stopped.signal)
    if (isSent) onSent(vehicleId, key)
  }

  function go(): void {
    for (;;) {
      const under = uploads.filter(({ state }) => state === 'sending' || state === 'paused')
      const busy = new Set(inOrder ? under.map(({ vehicleId }) => vehicleId) : [])
      const next = uploads.find(({ state, vehicleId }) => state === 'waiting' && !busy.has(vehicleId))
      if (next === undefined || under.length >= AT_ONCE) return
      change(next.key, { state: 'sending', share: 0, message: null })
      void send(next).finally(go)
    }
  }

  function addKept(files: readonly KeptFile[]): void {
    const added = files.map((kept) => ({
      ...kept,
      name: kept.file.name,
      share: 0,
      state: 'waiting' as const,
      message: null,
    }))
    uploads = [...uploads, ...added]
    onChange(uploads)
    go()
  }

  return {
    add: (vehicleId, files) => addKept(files.map((file) => ({ key: crypto.randomUUID(), vehicleId, file }))),
    addKept,
    retry(key) {
      change(key, { state: 'waiting' })
      go()
    },
    drop(key) {
      uploads = uploads.filter((each) => each.key !== key)
      onChange(uploads)
    },
    clear() {
      uploads = uploads.filter(({ state }) => state !== 'sent' && state !== 'failed')
      onChange(uploads)
    },
    stop: () => stopped.abort(),
  }
}

/** Sends a photo, again after a broken connection: true once the server has it, false if it is refused or the queue is stopped. */
async function sendUntilAnswered(
  { vehicleId, file }: KeptFile,
  change: (own: Partial<Upload>) => void,
  wait: (ms: number) => Promise<void>,
  stopped: AbortSignal,
): Promise<boolean> {
  const form = new FormData()
  form.set('photo', file, file.name)
  const url = urlOf(sendPhoto.path, { vehicleId }, { slot: slotOf(file.name) })
  for (let tries = 1; !stopped.aborted; tries += 1) {
    if (!isOnline()) {
      change({ state: 'paused' })
      await whenOnline(stopped).catch(() => undefined)
      if (stopped.aborted) return false
    }
    change({ state: 'sending', share: 0 })
    try {
      await sendForm({ method: 'POST', url, form }, (share) => change({ share }), stopped)
      change({ state: 'sent', share: 1 })
      return true
    } catch (failure) {
      if (stopped.aborted) return false
      const isCutOff = failure instanceof RequestError && failure.status === 0
      if (!isCutOff && (tries >= TRIES_MAX || !isPassing(failure))) {
        change({ state: 'failed', message: failureMessage(failure) })
        return false
      }
      change({ state: 'paused' })
      await wait(500 * 2 ** Math.min(tries, TRIES_MAX))
    }
  }
  return false
}

/** A broken connection or a busy server: a retry may succeed in a moment. */
function isPassing(failure: unknown): boolean {
  return failure instanceof RequestError && (failure.status === 0 || failure.status === 429 || failure.status >= 502)
}

/** The shot that the file's name indicates, as photographers' lists do; otherwise none, and staff choose it. The longest match wins. */
export function slotOf(fileName: string): ShotSlot | undefined {
  const words = `-${fileName
    .toLowerCase()
    .replace(/\.\w+$/, '')
    .replaceAll(/[^a-z0-9]+/g, '-')}-`
  // Americans say trunk, whatever the language of the page.
  const namesOf = (slot: ShotSlot) => [
    slot,
    viewWords(slot).replaceAll(' ', '-'),
    ...(slot === 'boot' ? ['trunk'] : []),
  ]
  const isNamed = (slot: ShotSlot) => namesOf(slot).some((name) => words.includes(`-${name}-`))
  return SHOT_SLOTS.filter(isNamed).toSorted((a, b) => b.length - a.length)[0]
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
