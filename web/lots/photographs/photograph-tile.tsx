import { useSortable } from '@dnd-kit/sortable'
import { ROTATIONS, type PHOTOGRAPH_FAILURES, type Photograph } from '#contract/photographs.ts'
import { SHOT_SLOTS } from '#contract/photos.ts'
import { Button } from '#web/ui/button.tsx'
import { Chalk } from '#web/ui/chalk.tsx'
import { Select } from '#web/ui/field.tsx'
import { WarningMark } from '#web/ui/marks.tsx'
import { wordsOf } from '../gallery/photo-words.ts'
import { DeleteTwice, DeleteWithReason } from './delete-photo.tsx'
import { Picture } from '../picture.tsx'
import type { PhotographChange } from './use-photographs.ts'

const FAILURE_WORDS: Record<(typeof PHOTOGRAPH_FAILURES)[number], string> = {
  unreadable: 'The file is damaged or not complete. Send it again from the camera.',
  'too-many-pixels': 'It has more than 100 million pixels. Send it smaller.',
  'too-slow': 'It took too long to open. Send it smaller, or as JPEG.',
  'broke-off': 'The house failed several times. The file is kept; try again.',
}

export type TileActs = {
  onChange: (change: PhotographChange) => void
  onHero: () => void
  onPins: () => void
  onRetry: () => void
  onRemove: (reason?: string) => void
}

/** One photograph in the order of its vehicle: what it shows, and what can be done with it. */
export function PhotographTile({
  photo,
  index,
  count,
  needsReason,
  ...acts
}: TileActs & { photo: Photograph; index: number; count: number; needsReason: boolean }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: photo.id,
  })
  const name = `${wordsOf(photo.slot)}, photograph ${index + 1} of ${count}`
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
        aria-label={`Move ${name}`}
        className="relative block aspect-3/2 w-full cursor-grab touch-manipulation overflow-hidden rounded-t-md bg-fog active:cursor-grabbing"
      >
        <Preview photo={photo} />
        {index === 0 ? <Chalk>Hero</Chalk> : null}
      </button>
      <div className="flex flex-col gap-2 p-3">
        <Select
          aria-label={`What ${name} shows`}
          value={photo.slot}
          onChange={(event) => {
            const slot = SHOT_SLOTS.find((each) => each === event.target.value)
            if (slot !== undefined) acts.onChange({ slot })
          }}
        >
          {SHOT_SLOTS.map((slot) => (
            <option key={slot} value={slot}>
              {wordsOf(slot)}
            </option>
          ))}
        </Select>
        {photo.state === 'failed' ? (
          <div role="alert" className="text-sm">
            <p className="flex items-center gap-2 font-semibold text-outbid">
              <WarningMark />
              Not made ready
            </p>
            <p>{FAILURE_WORDS[photo.failure ?? 'broke-off']}</p>
            <Button variant="outline" size="sm" className="mt-2" onClick={acts.onRetry}>
              Try again
            </Button>
          </div>
        ) : null}
        <TileButtons photo={photo} index={index} name={name} needsReason={needsReason} {...acts} />
      </div>
    </li>
  )
}

function Preview({ photo: { url, width, height, placeholder, state } }: { photo: Photograph }) {
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
          Being made ready
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
  ...acts
}: TileActs & { photo: Photograph; index: number; name: string; needsReason: boolean }) {
  const turn = (by: number) => {
    const rotation = ROTATIONS.find((each) => each === (photo.rotation + by + 360) % 360)
    if (rotation !== undefined) acts.onChange({ rotation })
  }
  const of = <span className="sr-only">: {name}</span>
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" size="sm" onClick={() => turn(-90)}>
        Turn left{of}
      </Button>
      <Button variant="outline" size="sm" onClick={() => turn(90)}>
        Turn right{of}
      </Button>
      {index === 0 ? null : (
        <Button variant="outline" size="sm" onClick={acts.onHero}>
          Make hero{of}
        </Button>
      )}
      <Button variant="outline" size="sm" disabled={photo.state !== 'ready'} onClick={acts.onPins}>
        {photo.pins.length === 0 ? 'Mark damage' : `Damage: ${photo.pins.length}`}
        {of}
      </Button>
      {needsReason ? (
        <DeleteWithReason name={name} onRemove={acts.onRemove} />
      ) : (
        <DeleteTwice name={name} onRemove={acts.onRemove} />
      )}
    </div>
  )
}
