import { useState } from 'react'
import type { PhotoPin } from '#contract/lots/lots.ts'
import { PINS_MAX, type VehiclePhoto } from '#contract/lots/vehicle-photos.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseButton, Modal } from '#web/ui/modal.tsx'
import { Picture } from '../picture.tsx'
import { wordsOf } from '../gallery/photo-words.ts'
import { MarkEditor, type SurfaceMark } from './mark-editor.tsx'
import { t } from '#web/platform/language/text.ts'

/** Damage marks on one photo. */
export function PinDialog({
  photo,
  onSave,
  onClose,
}: {
  photo: VehiclePhoto
  onSave: (pins: PhotoPin[]) => Promise<boolean>
  onClose: () => void
}) {
  const [marks, setMarks] = useState<SurfaceMark[]>(photo.pins.map((pin) => ({ ...pin, surface: 'photo' })))
  if (photo.url === null || photo.width === null || photo.height === null) return null
  const { url, width, height, placeholder } = photo
  async function save() {
    const pins = marks.map(({ x, y, kind, severity, note }) => ({ x, y, kind, severity, note }))
    if (await onSave(pins)) onClose()
  }
  const picture = (
    <Picture
      photo={{ url, width, height, placeholder }}
      sizes="(min-width: 80rem) 40rem, 90vw"
      alt=""
      className="block h-auto w-full"
    />
  )
  const surface = { name: 'photo', label: wordsOf(photo.slot), shape: '', picture }
  return (
    <Modal
      aria-labelledby="pins"
      className="m-auto max-h-[92dvh] w-[min(84rem,96vw)] max-w-none overflow-y-auto rounded-md border p-5"
      onClose={onClose}
    >
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 id="pins" className="text-lg">{t`Damage on this photo`}</h2>
        <CloseButton onClose={onClose} className="-m-2" />
      </div>
      <MarkEditor surfaces={[surface]} marks={marks} most={PINS_MAX} onChange={setMarks} />
      <div className="mt-5 flex justify-end gap-3">
        <Button variant="outline" onClick={onClose}>{t`Cancel`}</Button>
        <Button onClick={() => void save()}>{t`Save marks`}</Button>
      </div>
    </Modal>
  )
}
