import { useState } from 'react'
import { Link } from 'wouter'
import type { VehiclePhoto } from '#contract/lots/vehicle-photos.ts'
import { SHOT_SLOTS } from '#contract/lots/photos.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { paths } from '#web/paths.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { wordsOf } from '../gallery/photo-words.ts'
import { AdminDamage } from './admin-damage.tsx'
import { PhotoGrid } from './photo-grid.tsx'
import { PinDialog } from './pin-dialog.tsx'
import { UploadZone } from './upload-zone.tsx'
import { usePhotos, useUploads } from './use-photos.ts'
import { t } from '#web/platform/language/text.ts'

/** The photos of a vehicle and its damage map, for the auctioneer. */
export default function AdminPhotos({ vehicleId }: { vehicleId: string }) {
  const { query, readAgain, ...actions } = usePhotos(vehicleId)
  const { uploads, queue } = useUploads(vehicleId, () => void readAgain())
  const [pinned, setPinned] = useState<string | null>(null)
  const { data, error } = query
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="h-96" />
    ) : (
      <RequestFailed title={t`We couldn’t load the photos`} failure={error} />
    )
  }
  const { vehicle, items } = data
  const marked = items.find(({ id }) => id === pinned)
  return (
    <>
      <BackLink href={paths.adminPage(`vehicles/${vehicleId}`)}>{t`Vehicle`}</BackLink>
      <div className="mt-1 flex items-center gap-3">
        {vehicle.lotNumber === null ? null : <Plate number={vehicle.lotNumber} size="md" />}
        <h1 className="text-xl">{t`${vehicle.title}: photos`}</h1>
      </div>
      <Button asChild variant="outline" className="mt-3">
        <Link href={paths.adminPage(`photos/${vehicleId}/camera`)}>{t`Take photos`}</Link>
      </Button>
      <p className="mt-1 mb-6 text-sm text-slate">{missingWords(items)}</p>
      <UploadZone vehicleId={vehicleId} uploads={uploads} queue={queue} />
      <h2 className="mt-8 mb-1 text-lg">{t`Order`}</h2>
      <p className="mb-4 text-sm text-slate">{t`Drag photos to reorder them, or use Space and the arrow keys. The first one is the hero: it represents the lot everywhere.`}</p>
      {items.length === 0 ? (
        <EmptyState title={t`No photos yet`}>{t`Drop them above to upload.`}</EmptyState>
      ) : (
        <PhotoGrid
          items={items}
          isPublished={vehicle.isPublished}
          onOrder={(ordered) => void actions.order(ordered)}
          actionsOf={({ id }) => ({
            onChange: (change) => void actions.change(id, change),
            onPins: () => setPinned(id),
            onRetry: () => void actions.retry(id),
            onRemove: (reason) => void actions.remove(id, reason),
          })}
        />
      )}
      {marked === undefined ? null : (
        <PinDialog
          photo={marked}
          onSave={(pins) => actions.change(marked.id, { pins })}
          onClose={() => setPinned(null)}
        />
      )}
      <AdminDamage key={vehicle.id} vehicle={vehicle} onSave={actions.draw} />
    </>
  )
}

/** Shots of a car's walk-around and interior that are still missing. */
const EXPECTED = SHOT_SLOTS.slice(0, SHOT_SLOTS.indexOf('boot') + 1)

function missingWords(items: readonly VehiclePhoto[]): string {
  const there = new Set(items.map(({ slot }) => slot))
  const missing = EXPECTED.filter((slot) => !there.has(slot))
  const views = missing.map(wordsOf).join(', ')
  return missing.length === 0 ? t`The shot list is complete.` : t`Missing from the shot list: ${views}.`
}
