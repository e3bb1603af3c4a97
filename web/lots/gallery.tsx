import { lazy, Suspense, useRef, useState } from 'react'
import type { Vehicle } from '#contract/lots.ts'
import { photoUrl } from '#contract/photos.ts'
import { Chalk } from '#web/ui/chalk.tsx'
import { NextMark, PreviousMark } from '#web/ui/marks.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useArrowKeys, wordsOf } from './photo-words.ts'

const PhotoViewer = lazy(() => import('./photo-viewer.tsx'))

type Photos = Vehicle['photos']

/** The photographs in the order of the shot list: swipe, arrows, thumbnails, and full screen with zoom on a press. */
export function Gallery({ photos, title, chalk }: { photos: Photos; title: string; chalk: string | null }) {
  const [index, setIndex] = useState(0)
  const [full, setFull] = useState(false)
  const track = useRef<HTMLDivElement>(null)

  function show(wanted: number) {
    const next = (wanted + photos.length) % photos.length
    setIndex(next)
    track.current?.scrollTo({ left: next * track.current.clientWidth, behavior: 'instant' })
  }

  useArrowKeys((step) => {
    if (!full) show(index + step)
  })

  if (photos.length === 0) {
    return <p className="flex aspect-3/2 items-center justify-center bg-fog text-slate">No photographs of this lot</p>
  }
  return (
    <section aria-label="Photographs">
      <div className="relative overflow-hidden bg-fog sm:rounded-md">
        <div
          ref={track}
          className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none]"
          onScroll={(event) => {
            const { scrollLeft, clientWidth } = event.currentTarget
            if (clientWidth > 0) setIndex(Math.round(scrollLeft / clientWidth))
          }}
        >
          {photos.map((photo, at) => (
            <button
              key={photo.url}
              type="button"
              tabIndex={at === index ? 0 : -1}
              aria-label={`${wordsOf(photo.view)}, photograph ${at + 1} of ${photos.length}: open full screen`}
              className="block aspect-3/2 w-full shrink-0 cursor-zoom-in snap-start focus-visible:-outline-offset-4"
              onClick={() => setFull(true)}
            >
              <Slide photo={photo} first={at === 0} title={title} />
            </button>
          ))}
        </div>
        {chalk === null ? null : <Chalk>{chalk}</Chalk>}
        <Arrow side="left" onPress={() => show(index - 1)} />
        <Arrow side="right" onPress={() => show(index + 1)} />
        <p className="tabular pointer-events-none absolute top-3 right-3 rounded-sm bg-black/60 px-2 py-0.5 text-xs text-white">
          {index + 1} / {photos.length}
        </p>
      </div>
      <Thumbnails photos={photos} index={index} onChoose={show} />
      {full ? (
        <Suspense fallback={null}>
          <PhotoViewer photos={photos} title={title} start={index} onClose={() => setFull(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}

function Slide({ photo, first, title }: { photo: Photos[number]; first: boolean; title: string }) {
  return (
    <img
      src={photoUrl(photo.url, 960)}
      srcSet={`${photoUrl(photo.url, 480)} 480w, ${photoUrl(photo.url, 960)} 960w, ${photoUrl(photo.url, 1600)} 1600w`}
      sizes="(min-width: 64rem) 56vw, 100vw"
      width={photo.width}
      height={photo.height}
      alt={`${title}, ${wordsOf(photo.view)}`}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
      className="size-full object-cover"
    />
  )
}

function Thumbnails({ photos, index, onChoose }: { photos: Photos; index: number; onChoose: (index: number) => void }) {
  return (
    <ul className="mt-2 hidden gap-2 overflow-x-auto p-1 sm:flex">
      {photos.map((photo, at) => (
        <li key={photo.url}>
          <button
            type="button"
            aria-label={`Show ${wordsOf(photo.view)}`}
            aria-current={at === index}
            className={`block w-24 shrink-0 rounded-sm p-0.5 ${at === index ? 'outline-2 outline-ink' : ''}`}
            onClick={() => onChoose(at)}
          >
            <img
              src={photoUrl(photo.url, 480)}
              alt=""
              width={96}
              height={64}
              loading="lazy"
              className="aspect-3/2 w-full rounded-sm object-cover"
            />
            <span className="mt-0.5 block truncate text-left text-xs text-slate">{wordsOf(photo.view)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Arrow({ side, onPress }: { side: 'left' | 'right'; onPress: () => void }) {
  return (
    <Tooltip label={`The ${side} arrow key does the same`}>
      <button
        type="button"
        aria-label={side === 'left' ? 'Previous photograph' : 'Next photograph'}
        className={`absolute top-1/2 hidden size-11 -translate-y-1/2 items-center justify-center rounded-full bg-black/60 text-white sm:inline-flex ${side === 'left' ? 'left-3' : 'right-3'}`}
        onClick={onPress}
      >
        {side === 'left' ? <PreviousMark /> : <NextMark />}
      </button>
    </Tooltip>
  )
}
