import { t } from '#web/platform/language/text.ts'
import { useEffect, useRef, useState } from 'react'
import type { Photo } from '#contract/lots/lots.ts'
import { CloseMark, NextMark, PreviousMark } from '#web/ui/marks.tsx'
import { kindWords, SEVERITY_NAMES } from '../damage/damage-words.ts'
import { PhotoPins } from './photo-pins.tsx'
import { useArrowKeys, wordsOf } from './photo-words.ts'
import { Picture } from '../picture.tsx'
import { createZoom, type Zoom } from './zoom.ts'
import { Zoomable } from './zoomable.tsx'

/**
 * Full-screen photos. Swipes or arrow keys move; a pinch, a double tap, a click or plus and minus zoom; zero resets; F
 * enters full screen where the device supports it; Escape closes. `onClose` receives the index of the last photo seen.
 */
export default function PhotoViewer({
  photos,
  title,
  start,
  onClose,
}: {
  photos: readonly Photo[]
  title: string
  start: number
  onClose: (last: number) => void
}) {
  const [index, setIndex] = useState(start)
  const [zooms] = useState(() => photos.map(createZoom))
  const dialog = useRef<HTMLDialogElement>(null)
  const track = useRef<HTMLDivElement>(null)

  useEffect(() => {
    dialog.current?.showModal()
    const { current } = track
    if (current !== null) current.scrollLeft = start * current.clientWidth
  }, [start])

  function walk(step: 1 | -1) {
    const { current } = track
    if (current === null) return
    // Read from the DOM and not from React's state: key presses come faster than frames.
    const at = Math.round(current.scrollLeft / current.clientWidth)
    const next = (at + step + photos.length) % photos.length
    current.scrollTo({ left: next * current.clientWidth, behavior: 'instant' })
  }
  function onScroll() {
    const { current } = track
    const at = current === null ? index : Math.round(current.scrollLeft / current.clientWidth)
    if (at === index) return
    zooms[index]?.reset()
    setIndex(at)
  }
  useArrowKeys(walk)
  useZoomKeys(zooms[index], () => toggleFullScreen(dialog.current))

  return (
    <dialog
      ref={dialog}
      aria-label={t`${title}: photos`}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-black text-white"
      onClose={() => onClose(index)}
    >
      <div
        ref={track}
        className="flex size-full snap-x snap-mandatory overflow-x-auto overscroll-contain [scrollbar-width:none]"
        onScroll={onScroll}
      >
        {photos.map((each, at) => (
          <FullPhoto key={each.url} photo={each} zoom={zooms[at]!} title={title} isNear={Math.abs(at - index) <= 1} />
        ))}
      </div>
      <Caption photo={photos[index]} index={index} count={photos.length} />
      <Controls
        zoom={zooms[index]}
        onWalk={walk}
        onFull={() => toggleFullScreen(dialog.current)}
        onClose={() => dialog.current?.close()}
      />
    </dialog>
  )
}

/** What the photo shows, and what its marks mean. */
function Caption({ photo, index, count }: { photo: Photo | undefined; index: number; count: number }) {
  if (photo === undefined) return null
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-4 flex flex-col items-start gap-2 text-sm">
      {photo.pins.map((pin, at) => (
        <p key={at} className="rounded-sm border border-white/40 bg-black/70 px-2 py-1">
          <strong>{at + 1}</strong> {kindWords(pin.kind)}, {SEVERITY_NAMES[pin.severity]}
          {pin.note === '' ? '' : `: ${pin.note}`}
        </p>
      ))}
      <p role="status" className="tabular rounded-sm border border-white/40 bg-black/70 px-2 py-1">
        {t`${wordsOf(photo.view)}, ${index + 1} of ${count}`}
      </p>
    </div>
  )
}

/** As large as the screen allows, uncropped; the neighboring photos are fetched, the rest wait. */
function FullPhoto({ photo, zoom, title, isNear }: { photo: Photo; zoom: Zoom; title: string; isNear: boolean }) {
  const form = photo.width / photo.height
  return (
    <Zoomable zoom={zoom} scroll="pan-x" className="size-full shrink-0 cursor-zoom-in snap-start snap-always">
      <div
        className="relative shrink-0"
        style={{ width: `min(100vw, ${form * 100}dvh)`, aspectRatio: `${photo.width} / ${photo.height}` }}
      >
        {isNear ? (
          <Picture
            photo={photo}
            eager
            sizes="200vw"
            alt={`${title}, ${wordsOf(photo.view)}`}
            draggable={false}
            className="size-full"
          />
        ) : null}
        <PhotoPins pins={photo.pins} place={({ x, y }) => ({ left: x / 10, top: y / 10 })} />
      </div>
    </Zoomable>
  )
}

const KEY_STEP = 1.5

function useZoomKeys(zoom: Zoom | undefined, onFull: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === '+' || event.key === '=') zoom?.by(KEY_STEP)
      else if (event.key === '-') zoom?.by(1 / KEY_STEP)
      else if (event.key === '0') zoom?.reset()
      else if (event.key === 'f') onFull()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}

function toggleFullScreen(dialog: HTMLDialogElement | null): void {
  // Some phones and windows have no full screen; the dialog fills the page anyway.
  const done = document.fullscreenElement === null ? dialog?.requestFullscreen?.() : document.exitFullscreen()
  done?.catch(() => undefined)
}

function Controls({
  zoom,
  onWalk,
  onFull,
  onClose,
}: {
  zoom: Zoom | undefined
  onWalk: (step: 1 | -1) => void
  onFull: () => void
  onClose: () => void
}) {
  return (
    <div className="fixed top-2 right-2 flex gap-2 [&_button]:inline-flex [&_button]:h-11 [&_button]:min-w-11 [&_button]:items-center [&_button]:justify-center [&_button]:rounded-full [&_button]:border [&_button]:border-white/40 [&_button]:bg-black/70">
      <button type="button" aria-label={t`Zoom out`} className="text-lg" onClick={() => zoom?.by(1 / KEY_STEP)}>
        −
      </button>
      <button type="button" aria-label={t`Zoom in`} className="text-lg" onClick={() => zoom?.by(KEY_STEP)}>
        +
      </button>
      <button type="button" aria-label={t`Previous photo`} onClick={() => onWalk(-1)}>
        <PreviousMark />
      </button>
      <button type="button" aria-label={t`Next photo`} onClick={() => onWalk(1)}>
        <NextMark />
      </button>
      {document.fullscreenEnabled ? (
        <button type="button" className="px-4 text-sm max-sm:hidden!" onClick={onFull}>
          {t`Full screen`}
        </button>
      ) : null}
      <button type="button" aria-label={t`Close`} onClick={onClose}>
        <CloseMark />
      </button>
    </div>
  )
}
