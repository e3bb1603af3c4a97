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
import type { Photograph } from '#contract/photographs.ts'
import { PhotographTile, type TileActs } from './photograph-tile.tsx'

/** Further than a slip of the hand. */
const DRAG_FROM_PX = 6

/** The photographs of a vehicle in their order, moved by dragging or with the keyboard. */
export function PhotographGrid({
  items,
  isPublished,
  actsOf,
  onOrder,
}: {
  items: Photograph[]
  /** Bidders have seen the photographs: deleting one needs a reason. */
  isPublished: boolean
  actsOf: (photo: Photograph) => Omit<TileActs, 'onHero'>
  onOrder: (items: Photograph[]) => void
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
  const said = (id: string | number | undefined) => `place ${place(id) + 1} of ${items.length}`
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        screenReaderInstructions: {
          draggable:
            'Press Space to pick the photograph up, the arrows to move it, Space to put it down, Escape to leave it.',
        },
        announcements: {
          onDragStart: ({ active }) => `Picked up the photograph at ${said(active.id)}.`,
          onDragOver: ({ over }) => (over === null ? undefined : `Over ${said(over.id)}.`),
          onDragEnd: ({ over }) => (over === null ? 'Put back.' : `Put down at ${said(over.id)}.`),
          onDragCancel: () => 'Put back.',
        },
      }}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={rectSortingStrategy}>
        <ul className="grid grid-cols-1 gap-4 min-[30rem]:grid-cols-2 xl:grid-cols-4">
          {items.map((photo, index) => (
            <PhotographTile
              key={photo.id}
              photo={photo}
              index={index}
              count={items.length}
              needsReason={isPublished && photo.url !== null}
              {...actsOf(photo)}
              onHero={() => onOrder(arrayMove(items, index, 0))}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}
