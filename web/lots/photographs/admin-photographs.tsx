import { useState } from 'react'
import { Link } from 'wouter'
import type { Photograph } from '#contract/photographs.ts'
import { SHOT_SLOTS } from '#contract/photos.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { wordsOf } from '../gallery/photo-words.ts'
import { AdminDamage } from './admin-damage.tsx'
import { PhotographGrid } from './photograph-grid.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { UploadZone } from './upload-zone.tsx'
import { usePhotographs, useUploads } from './use-photographs.ts'

/** The photographs of a vehicle and its damage map, for the auctioneer. */
export default function AdminPhotographs({ vehicleId }: { vehicleId: string }) {
  const { query, readAgain, ...acts } = usePhotographs(vehicleId)
  const { uploads, queue } = useUploads(vehicleId, () => void readAgain())
  const [pinned, setPinned] = useState<string | null>(null)
  const { data, error } = query
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="h-96" />
    ) : (
      <Notice tone="bad" title="The photographs cannot be shown">
        {wordsOfFailure(error)}
      </Notice>
    )
  }
  const { vehicle, items } = data
  const marked = items.find(({ id }) => id === pinned)
  return (
    <>
      <p className="text-sm">
        <Link href={paths.adminPage(`vehicles/${vehicleId}`)} className="text-notice underline underline-offset-4">
          The vehicle
        </Link>
      </p>
      <div className="mt-1 flex items-center gap-3">
        {vehicle.lotNumber === null ? null : <Plate number={vehicle.lotNumber} size="md" />}
        <h1 className="text-xl">{vehicle.title}: photographs</h1>
      </div>
      <p className="mt-1 mb-6 text-sm text-slate">{missingWords(items)}</p>
      <UploadZone uploads={uploads} queue={queue} />
      <h2 className="mt-8 mb-1 text-lg">In their order</h2>
      <p className="mb-4 text-sm text-slate">
        Drag a photograph to its place, or move it with Space and the arrows. The first one is the hero: it stands for
        the lot everywhere.
      </p>
      {items.length === 0 ? (
        <EmptyState title="No photographs yet">Drop them above. They can be put in order at once.</EmptyState>
      ) : (
        <PhotographGrid
          items={items}
          isPublished={vehicle.isPublished}
          onOrder={(ordered) => void acts.order(ordered)}
          actsOf={({ id }) => ({
            onChange: (change) => void acts.change(id, change),
            onPins: () => setPinned(id),
            onRetry: () => void acts.retry(id),
            onRemove: (reason) => void acts.remove(id, reason),
          })}
        />
      )}
      {marked === undefined ? null : (
        <PinDialog photo={marked} onSave={(pins) => acts.change(marked.id, { pins })} onClose={() => setPinned(null)} />
      )}
      <AdminDamage key={vehicle.id} vehicle={vehicle} onSave={acts.draw} />
    </>
  )
}

/** Of a car's walk-around and its inside, what nobody has photographed yet. */
const EXPECTED = SHOT_SLOTS.slice(0, SHOT_SLOTS.indexOf('boot') + 1)

function missingWords(items: readonly Photograph[]): string {
  const there = new Set(items.map(({ slot }) => slot))
  const missing = EXPECTED.filter((slot) => !there.has(slot))
  return missing.length === 0
    ? 'The shot list is complete.'
    : `Missing from the shot list: ${missing.map(wordsOf).join(', ')}.`
}
