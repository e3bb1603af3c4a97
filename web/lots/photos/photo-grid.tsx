import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { arrayMove, rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import type { VehiclePhoto } from '#contract/lots/vehicle-photos.ts'
import { moveWords } from '../move-words.ts'
import { PhotoTile, type TileActions } from './photo-tile.tsx'

/** A pointer must move further than this, so that a shaky press is no drag. */
const DRAG_FROM_PX = 6

/** The photos of a vehicle in order, moved by dragging or with the keyboard. */
export function PhotoGrid({
  items,
  isPublished,
  actionsOf,
  onOrder,
}: {
  items: VehiclePhoto[]
  /** Bidders have seen the photos: deleting one needs a reason. */
  isPublished: boolean
  actionsOf: (photo: VehiclePhoto) => Omit<TileActions, 'onHero'>
  onOrder: (items: VehiclePhoto[]) => void
}) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const place = (id: string | number | undefined) => items.findIndex((one) => one.id === id)
  function onDragEnd({ active, over }: DragEndEvent) {
    const [from, to] = [place(active.id), place(over?.id)]
    if (from !== -1 && to !== -1 && from !== to) onOrder(arrayMove(items, from, to))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={moveWords(items.map(({ id }) => id))}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={rectSortingStrategy}>
        <ul className="grid grid-cols-1 gap-4 min-[30rem]:grid-cols-2 xl:grid-cols-4">
          {items.map((photo, index) => (
            <PhotoTile
              key={photo.id}
              photo={photo}
              index={index}
              count={items.length}
              needsReason={isPublished && photo.url !== null}
              {...actionsOf(photo)}
              onHero={() => onOrder(arrayMove(items, index, 0))}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}
