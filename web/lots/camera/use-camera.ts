import { useEffect, useRef, useState } from 'react'
import type { ShotSlot } from '#contract/lots/photos.ts'
import { createUploadQueue, type KeptFile, type Upload, type UploadQueue } from '../photos/upload-queue.ts'
import { forgetPhoto, keepPhoto, keptPhotos, type KeptPhoto } from './kept-photos.ts'

/** A photo taken here, and where it is now. `saving`: it isn't on this device's disk yet. */
export type Shot = Pick<KeptPhoto, 'key' | 'vehicleId' | 'title' | 'slot' | 'content'> & {
  state: 'saving' | Upload['state']
  share: number
  message: string | null
  /** False: the browser couldn't store it, so it is lost when this page is closed before it is uploaded. */
  isKept: boolean
}

type Taken = Omit<Shot, 'state' | 'share' | 'message'> & { isSaving: boolean }

/**
 * The camera's photos of all vehicles: each is kept on this device, then uploaded, and forgotten once the server has it. What an earlier page
 * left is uploaded, too. If a photo is sent twice, the server recognizes its content.
 */
export function useCamera(onSent: (vehicleId: string) => void) {
  const [taken, setTaken] = useState<Taken[]>([])
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const queue = useRef<UploadQueue | null>(null)
  const sent = useRef(onSent)
  useEffect(() => {
    sent.current = onSent
  })

  useEffect(() => {
    const made = createUploadQueue({
      onChange: setUploads,
      onSent(vehicleId, key) {
        void forgetPhoto(key).catch(() => undefined)
        sent.current(vehicleId)
      },
    })
    queue.current = made
    let isGone = false
    const restore = async () => {
      const photos = await keptPhotos().catch(() => [])
      if (isGone || photos.length === 0) return
      setTaken((held) => [...photos.map((photo) => ({ ...photo, isSaving: false, isKept: true })), ...held])
      made.addKept(photos.map(fileOf))
    }
    void restore()
    return () => {
      isGone = true
      made.stop()
    }
  }, [])

  async function take(vehicleId: string, title: string, slot: ShotSlot, content: Blob): Promise<void> {
    const photo = { key: crypto.randomUUID(), vehicleId, title, slot, content, takenAt: Date.now() }
    setTaken((held) => [...held, { ...photo, isSaving: true, isKept: false }])
    const isKept = await keepPhoto(photo).then(
      () => true,
      () => false,
    )
    setTaken((held) => held.map((each) => (each.key === photo.key ? { ...each, isSaving: false, isKept } : each)))
    queue.current?.addKept([fileOf(photo)])
  }

  async function remove(key: string): Promise<void> {
    await forgetPhoto(key).catch(() => undefined)
    queue.current?.drop(key)
    setTaken((held) => held.filter((each) => each.key !== key))
  }

  const shots = taken.map(({ isSaving, ...photo }): Shot => {
    const upload = uploads.find(({ key }) => key === photo.key)
    const { state = 'waiting', share = 0, message = null } = upload ?? {}
    return { ...photo, state: isSaving ? 'saving' : state, share, message }
  })
  return { shots, take, remove, retry: (key: string) => queue.current?.retry(key) }
}

/** The name says which shot it is, as the names of photographers' files do. */
function fileOf({ key, vehicleId, slot, content }: KeptPhoto): KeptFile {
  return { key, vehicleId, file: new File([content], `${slot}.jpg`, { type: content.type }) }
}
