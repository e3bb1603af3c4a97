import type { DndContextProps } from '@dnd-kit/core'
import { t } from '#web/platform/language/text.ts'

/** What a screen reader says while one of these, by their ids in order, is moved with the keyboard. */
export function moveWords(ids: readonly string[]): NonNullable<DndContextProps['accessibility']> {
  const count = ids.length
  const placeOf = (id: string | number) => ids.indexOf(String(id)) + 1
  return {
    screenReaderInstructions: {
      draggable: t`Press Space to pick it up, the arrow keys to move it, Space to drop it, Escape to cancel.`,
    },
    announcements: {
      onDragStart: ({ active }) => {
        const place = placeOf(active.id)
        return t`Picked up at place ${place} of ${count}.`
      },
      onDragOver: ({ over }) => {
        if (over === null) return undefined
        const place = placeOf(over.id)
        return t`Over place ${place} of ${count}.`
      },
      onDragEnd: ({ over }) => {
        if (over === null) return t`Put back.`
        const place = placeOf(over.id)
        return t`Dropped at place ${place} of ${count}.`
      },
      onDragCancel: () => t`Put back.`,
    },
  }
}
