import type { DndContextProps } from '@dnd-kit/core'

/** What a screen reader says while one of these, by their ids in order, is moved with the keyboard. */
export function moveWords(ids: readonly string[]): NonNullable<DndContextProps['accessibility']> {
  const place = (id: string | number) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`
  return {
    screenReaderInstructions: {
      draggable: 'Press Space to pick it up, the arrow keys to move it, Space to drop it, Escape to cancel.',
    },
    announcements: {
      onDragStart: ({ active }) => `Picked up at ${place(active.id)}.`,
      onDragOver: ({ over }) => (over === null ? undefined : `Over ${place(over.id)}.`),
      onDragEnd: ({ over }) => (over === null ? 'Put back.' : `Dropped at ${place(over.id)}.`),
      onDragCancel: () => 'Put back.',
    },
  }
}
