import type { PhotoPin } from '#contract/lots/lots.ts'
import { MarkSign } from '../damage/damage-marks.tsx'

/** Converts a position in a photo (in thousandths) to percent of a frame with another aspect ratio that it covers or fits into. */
export function placeInFrame(
  { x, y }: Pick<PhotoPin, 'x' | 'y'>,
  { photo, frame, fit }: { photo: number; frame: number; fit: 'cover' | 'contain' },
): { left: number; top: number } {
  const isWider = photo > frame
  const stretchesX = fit === 'cover' ? isWider : !isWider
  const ratio = photo / frame
  const left = stretchesX ? (x / 1000 - 0.5) * ratio + 0.5 : x / 1000
  const top = stretchesX ? y / 1000 : (y / 1000 - 0.5) / ratio + 0.5
  return { left: left * 100, top: top * 100 }
}

/** Damage marks on a photo that is shown whole; only the marks, as their meaning is written next to it. */
export function PhotoPins({
  pins,
  place,
}: {
  pins: readonly PhotoPin[]
  place: (pin: PhotoPin) => { left: number; top: number }
}) {
  return pins.map((pin, index) => {
    const { left, top } = place(pin)
    return (
      <span
        key={index}
        className="pointer-events-none absolute -translate-1/2"
        style={{ left: `${left}%`, top: `${top}%` }}
      >
        <MarkSign severity={pin.severity} index={index} />
      </span>
    )
  })
}
