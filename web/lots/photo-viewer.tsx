import { useEffect, useRef, useState } from 'react'
import type { Vehicle } from '#contract/lots.ts'
import { photoUrl } from '#contract/photos.ts'
import { CloseMark, NextMark, PreviousMark } from '#web/ui/marks.tsx'
import { useArrowKeys, wordsOf } from './photo-words.ts'

/** A swipe shorter than this is a slip of the thumb. */
const SWIPE_PX = 50

/** One photograph on the whole screen. A press zooms to twice the size and back; arrows and swipes walk; Escape closes. */
export default function PhotoViewer({
  photos,
  title,
  start,
  onClose,
}: {
  photos: Vehicle['photos']
  title: string
  start: number
  onClose: () => void
}) {
  const [index, setIndex] = useState(start)
  const [zoomed, setZoomed] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const touchedAt = useRef<number | null>(null)

  useEffect(() => dialog.current?.showModal(), [])

  function walk(step: number) {
    setZoomed(false)
    setIndex((at) => (at + step + photos.length) % photos.length)
  }

  useArrowKeys(walk)
  const photo = photos[index]
  if (photo === undefined) return null
  return (
    <dialog
      ref={dialog}
      aria-label={`${title}: photographs`}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-black text-white"
      onClose={onClose}
    >
      <div
        className="flex size-full overflow-auto"
        onTouchStart={(event) => {
          touchedAt.current = zoomed ? null : (event.touches[0]?.clientX ?? null)
        }}
        onTouchEnd={(event) => {
          const moved = touchedAt.current === null ? 0 : (event.changedTouches[0]?.clientX ?? 0) - touchedAt.current
          if (Math.abs(moved) > SWIPE_PX) walk(moved < 0 ? 1 : -1)
        }}
      >
        <button
          type="button"
          aria-label={zoomed ? 'Make smaller' : 'Make larger'}
          className={`m-auto block ${zoomed ? 'w-[200%] shrink-0 cursor-zoom-out' : 'size-full cursor-zoom-in'}`}
          onClick={() => setZoomed((was) => !was)}
        >
          <img
            src={photoUrl(photo.url, 1600)}
            alt={`${title}, ${wordsOf(photo.view)}`}
            className={zoomed ? 'w-full' : 'size-full object-contain'}
          />
        </button>
      </div>
      <p className="tabular fixed bottom-4 left-4 rounded-sm bg-black/60 px-2 py-1 text-sm">
        {wordsOf(photo.view)}, {index + 1} of {photos.length}
      </p>
      <Controls onWalk={walk} onClose={() => dialog.current?.close()} />
    </dialog>
  )
}

function Controls({ onWalk, onClose }: { onWalk: (step: 1 | -1) => void; onClose: () => void }) {
  return (
    <div className="fixed top-2 right-2 flex gap-2 [&_button]:inline-flex [&_button]:size-11 [&_button]:items-center [&_button]:justify-center [&_button]:rounded-full [&_button]:bg-black/60">
      <button type="button" aria-label="Previous photograph" onClick={() => onWalk(-1)}>
        <PreviousMark />
      </button>
      <button type="button" aria-label="Next photograph" onClick={() => onWalk(1)}>
        <NextMark />
      </button>
      <button type="button" aria-label="Close" onClick={onClose}>
        <CloseMark />
      </button>
    </div>
  )
}
