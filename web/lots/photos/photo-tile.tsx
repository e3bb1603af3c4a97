import { useSortable } from '@dnd-kit/sortable'
import { ROTATIONS, type PHOTO_FAILURES, type VehiclePhoto } from '#contract/lots/vehicle-photos.ts'
import { SHOT_SLOTS } from '#contract/lots/photos.ts'
import { Button } from '#web/ui/button.tsx'
import { Danger } from '#web/ui/danger.tsx'
import { Chalk } from '#web/ui/chalk.tsx'
import { Options, Select } from '#web/ui/field.tsx'
import { WarningMark } from '#web/ui/marks.tsx'
import { wordsOf } from '../gallery/photo-words.ts'
import { DeleteTwice, DeleteWithReason } from './delete-photo.tsx'
import { Picture } from '../picture.tsx'
import type { PhotoChange } from './use-photos.ts'
import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

const FAILURE_WORDS: Record<(typeof PHOTO_FAILURES)[number], string> = {
  unreadable: t`The file is damaged or incomplete. Upload it again from the camera.`,
  'too-many-pixels': t`It has more than 100 million pixels. Upload a smaller version.`,
  'too-slow': t`It took too long to open. Upload a smaller version or a JPEG.`,
  'broke-off': t`Processing failed several times. We kept the file; try again.`,
}

export type TileActions = {
  onChange: (change: PhotoChange) => void
  onHero: () => void
  onPins: () => void
  onRetry: () => void
  onRemove: (reason?: string) => void
}

/** One photo of a vehicle: what it shows, and its actions. */
export function PhotoTile({
  photo,
  index,
  count,
  needsReason,
  ...actions
}: TileActions & { photo: VehiclePhoto; index: number; count: number; needsReason: boolean }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: photo.id,
    attributes: { roleDescription: t`sortable` },
  })
  const view = wordsOf(photo.slot)
  const place = index + 1
  const name = t`${view}, photo ${place} of ${count}`
  return (
    <li
      ref={setNodeRef}
      className={`relative flex flex-col rounded-md border border-line bg-paper ${isDragging ? 'z-20 shadow-float' : ''}`}
      style={{
        transform: transform === null ? '' : `translate3d(${transform.x}px, ${transform.y}px, 0)`,
        transition: transition ?? '',
      }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        {...attributes}
        {...listeners}
        aria-label={t`Move ${name}`}
        className="relative block aspect-3/2 w-full cursor-grab touch-manipulation overflow-hidden rounded-t-md bg-fog active:cursor-grabbing"
      >
        <Preview photo={photo} />
        {index === 0 ? <Chalk>{t`Hero`}</Chalk> : null}
      </button>
      <div className="flex flex-col gap-2 p-3">
        <Select
          aria-label={t`What ${name} shows`}
          value={photo.slot}
          onChange={(event) => {
            const slot = SHOT_SLOTS.find((each) => each === event.target.value)
            if (slot !== undefined) actions.onChange({ slot })
          }}
        >
          <Options of={SHOT_SLOTS.map((slot) => [slot, wordsOf(slot)])} />
        </Select>
        {photo.state === 'failed' ? (
          <div role="alert" className="text-sm">
            <p className="flex items-center gap-2 font-semibold text-outbid">
              <WarningMark />
              {t`Processing failed`}
            </p>
            <p>{FAILURE_WORDS[photo.failure ?? 'broke-off']}</p>
            <Button variant="outline" size="sm" className="mt-2" onClick={actions.onRetry}>{t`Try again`}</Button>
          </div>
        ) : null}
        <TileButtons photo={photo} index={index} name={name} needsReason={needsReason} {...actions} />
      </div>
    </li>
  )
}

function Preview({ photo: { url, width, height, placeholder, state } }: { photo: VehiclePhoto }) {
  return (
    <>
      {url === null || width === null || height === null ? null : (
        <Picture
          photo={{ url, width, height, placeholder }}
          sizes="16rem"
          alt=""
          className="pointer-events-none size-full object-contain"
        />
      )}
      {state === 'waiting' ? (
        <span className="absolute inset-0 flex flex-col items-center justify-center gap-2 bg-paper/80 text-sm">
          <span className="size-6 animate-spin rounded-full border-3 border-line border-t-ink motion-reduce:animate-none" />
          {t`Processing`}
        </span>
      ) : null}
    </>
  )
}

function TileButtons({
  photo,
  index,
  name,
  needsReason,
  ...actions
}: TileActions & { photo: VehiclePhoto; index: number; name: string; needsReason: boolean }) {
  const turn = (by: number) => {
    const rotation = ROTATIONS.find((each) => each === (photo.rotation + by + 360) % 360)
    if (rotation !== undefined) actions.onChange({ rotation })
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" size="sm" onClick={() => turn(-90)}>
        <Trans>
          Rotate left<span className="sr-only">: {name}</span>
        </Trans>
      </Button>
      <Button variant="outline" size="sm" onClick={() => turn(90)}>
        <Trans>
          Rotate right<span className="sr-only">: {name}</span>
        </Trans>
      </Button>
      {index === 0 ? null : (
        <Button variant="outline" size="sm" onClick={actions.onHero}>
          <Trans>
            Make hero<span className="sr-only">: {name}</span>
          </Trans>
        </Button>
      )}
      <Button variant="outline" size="sm" disabled={photo.state !== 'ready'} onClick={actions.onPins}>
        {photo.pins.length === 0 ? t`Mark damage` : t`Damage: ${photo.pins.length}`}
        <span className="sr-only">: {name}</span>
      </Button>
      <Danger>
        {needsReason ? (
          <DeleteWithReason name={name} onRemove={actions.onRemove} />
        ) : (
          <DeleteTwice name={name} onRemove={actions.onRemove} />
        )}
      </Danger>
    </div>
  )
}
