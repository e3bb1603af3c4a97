import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import {
  changePhotograph,
  deletePhotograph,
  drawDamage,
  listPhotographs,
  orderPhotographs,
  retryPhotograph,
  type Photograph,
} from '#contract/photographs.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { call } from '#web/platform/request.ts'
import { toast } from '#web/ui/toast-store.ts'
import { createUploadQueue, type Upload, type UploadQueue } from './upload-queue.ts'

export type Photographs = ReplyOf<typeof listPhotographs>
export type PhotographChange = BodyOf<typeof changePhotograph>

/** The photographs of a vehicle and all that staff do to them. What an act answers is shown at once; what fails is said. */
export function usePhotographs(vehicleId: string) {
  const client = useQueryClient()
  const queryKey = useMemo(() => [listPhotographs.path, vehicleId] as const, [vehicleId])
  const query = useQuery<Photographs>({
    queryKey,
    queryFn: ({ signal }) => call(listPhotographs, { params: { vehicleId } }, signal),
    staleTime: 0,
  })
  const change = (next: (held: Photographs) => Photographs) =>
    client.setQueryData<Photographs>(queryKey, (held) => (held === undefined ? held : next(held)))
  const readAgain = () => client.invalidateQueries({ queryKey })

  async function act(work: () => Promise<void>): Promise<boolean> {
    try {
      await client.cancelQueries({ queryKey })
      await work()
      return true
    } catch (failure) {
      toast({ title: wordsOfFailure(failure), variant: 'destructive' })
      return false
    } finally {
      void readAgain()
    }
  }
  const put = (one: Photograph) =>
    void change((held) => ({ ...held, items: held.items.map((each) => (each.id === one.id ? one : each)) }))

  return {
    query,
    readAgain,
    change: (photographId: string, body: PhotographChange) =>
      act(async () => put(await call(changePhotograph, { params: { photographId }, body }))),
    retry: (photographId: string) => act(async () => put(await call(retryPhotograph, { params: { photographId } }))),
    remove: (photographId: string, reason?: string) =>
      act(async () => {
        await call(deletePhotograph, { params: { photographId }, query: reason === undefined ? {} : { reason } })
        change((held) => ({ ...held, items: held.items.filter(({ id }) => id !== photographId) }))
      }),
    order: (items: Photograph[]) =>
      act(async () => {
        change((held) => ({ ...held, items }))
        const ids = items.map(({ id }) => id)
        const reply = await call(orderPhotographs, { params: { vehicleId }, body: { ids } })
        change((held) => ({ ...held, items: reply.items }))
      }),
    draw: (body: BodyOf<typeof drawDamage>) =>
      act(async () => {
        const { vehicle } = await call(drawDamage, { params: { vehicleId }, body })
        change((held) => ({ ...held, vehicle }))
      }),
  }
}

/** Files on their way; what is still going out ends with the page. */
export function useUploads(vehicleId: string, onSent: () => void): { uploads: Upload[]; queue: UploadQueue | null } {
  const [uploads, setUploads] = useState<Upload[]>([])
  const [queue, setQueue] = useState<UploadQueue | null>(null)
  useEffect(() => {
    const made = createUploadQueue({ vehicleId, onChange: setUploads, onSent })
    setQueue(made)
    return () => made.stop()
    // `onSent` only reads again, whichever of them is called.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [vehicleId])
  return { uploads, queue }
}
