import { t } from '#web/platform/language/text.ts'
import type { DndContextProps } from '@dnd-kit/core'

/** What a screen reader says while one of these, by their ids in order, is moved with the keyboard. */
export function moveWords(ids: readonly string[]): NonNullable<DndContextProps['accessibility']> {
  const place = (id: string | number) => t`place ${ids.indexOf(String(id)) + 1} of ${ids.length}`
  return {
    screenReaderInstructions: {
      draggable: t`Press Space to pick it up, the arrow keys to move it, Space to drop it, Escape to cancel.`,
    },
    announcements: {
      onDragStart: ({ active }) => t`Picked up at ${place(active.id)}.`,
      onDragOver: ({ over }) => (over === null ? undefined : t`Over ${place(over.id)}.`),
      onDragEnd: ({ over }) => (over === null ? t`Put back.` : t`Dropped at ${place(over.id)}.`),
      onDragCancel: () => t`Put back.`,
    },
  }
}
