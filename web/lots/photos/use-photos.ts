import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { BodyOf, ReplyOf } from '#contract/platform/endpoint.ts'
import {
  changePhoto,
  deletePhoto,
  drawDamage,
  listPhotos,
  orderPhotos,
  retryPhoto,
  type VehiclePhoto,
} from '#contract/lots/vehicle-photos.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { toast } from '#web/ui/toast-store.ts'
import { createUploadQueue, type Upload, type UploadQueue } from './upload-queue.ts'

export type VehiclePhotos = ReplyOf<typeof listPhotos>
export type PhotoChange = BodyOf<typeof changePhoto>

/** The photos of a vehicle and all staff actions on them. The answer of an action is shown immediately; failures are reported. */
export function usePhotos(vehicleId: string) {
  const client = useQueryClient()
  const queryKey = useMemo(() => [listPhotos.path, vehicleId] as const, [vehicleId])
  const query = useQuery<VehiclePhotos>({
    queryKey,
    queryFn: ({ signal }) => call(listPhotos, { params: { vehicleId } }, signal),
    staleTime: 0,
  })
  const change = (next: (held: VehiclePhotos) => VehiclePhotos) =>
    client.setQueryData<VehiclePhotos>(queryKey, (held) => (held === undefined ? held : next(held)))
  const readAgain = () => client.invalidateQueries({ queryKey })

  async function action(work: () => Promise<void>): Promise<boolean> {
    try {
      await client.cancelQueries({ queryKey })
      await work()
      return true
    } catch (failure) {
      toast({ title: failureMessage(failure), variant: 'destructive' })
      return false
    } finally {
      void readAgain()
    }
  }
  const put = (one: VehiclePhoto) =>
    void change((held) => ({ ...held, items: held.items.map((each) => (each.id === one.id ? one : each)) }))

  return {
    query,
    readAgain,
    change: (photoId: string, body: PhotoChange) =>
      action(async () => put(await call(changePhoto, { params: { photoId }, body }))),
    retry: (photoId: string) => action(async () => put(await call(retryPhoto, { params: { photoId } }))),
    remove: (photoId: string, reason?: string) =>
      action(async () => {
        await call(deletePhoto, { params: { photoId }, query: reason === undefined ? {} : { reason } })
        change((held) => ({ ...held, items: held.items.filter(({ id }) => id !== photoId) }))
      }),
    order: (items: VehiclePhoto[]) =>
      action(async () => {
        change((held) => ({ ...held, items }))
        const ids = items.map(({ id }) => id)
        const reply = await call(orderPhotos, { params: { vehicleId }, body: { ids } })
        change((held) => ({ ...held, items: reply.items }))
      }),
    draw: (body: BodyOf<typeof drawDamage>) =>
      action(async () => {
        const { vehicle } = await call(drawDamage, { params: { vehicleId }, body })
        change((held) => ({ ...held, vehicle }))
      }),
  }
}

/** Pending uploads; they are aborted when the page is left. */
export function useUploads(vehicleId: string, onSent: () => void): { uploads: Upload[]; queue: UploadQueue | null } {
  const [uploads, setUploads] = useState<Upload[]>([])
  const [queue, setQueue] = useState<UploadQueue | null>(null)
  useEffect(() => {
    const made = createUploadQueue({ onChange: setUploads, onSent })
    setQueue(made)
    return () => made.stop()
    // `onSent` only reads again, whichever of them is called.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [vehicleId])
  return { uploads, queue }
}
