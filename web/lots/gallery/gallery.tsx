import { t } from '#web/platform/language/text.ts'
import { lazy, memo, Suspense, type UIEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Photo } from '#contract/lots/lots.ts'
import { GALLERY_SIZES } from '#contract/lots/photos.ts'
import { afterLoad } from '#web/platform/after-load.ts'
import { Chalk } from '#web/ui/chalk.tsx'
import { NextMark, PreviousMark } from '#web/ui/marks.tsx'
import { useMediaQuery, useReducedMotion } from '#web/ui/media-query.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { PhotoPins, placeInFrame } from './photo-pins.tsx'
import { useArrowKeys, wordsOf } from './photo-words.ts'
import { Picture } from '../picture.tsx'
import { Thumbnails } from './thumbnails.tsx'

const PhotoViewer = lazy(() => import('./photo-viewer.tsx'))

/** The aspect ratio of every slide: width over height. */
const FRAME = 3 / 2
/** A photo narrower than this is shown whole in its slide: cropping would cut off too much. */
const NARROW = 1.2
/** From this width on there is room for arrows and thumbnails; narrower windows use swipes. */
const ROOMY = '(min-width: 40rem)'

/**
 * The photos in order: swipe, arrows, thumbnails, and full screen with zoom on a press. Swiping is native scrolling
 * with snap points, so it stays smooth while the page is busy.
 */
export const Gallery = memo(function Gallery({
  photos,
  title,
  chalk,
}: {
  photos: readonly Photo[]
  title: string
  chalk: string | null
}) {
  const { track, index, furthest, show, walk, ...scrolling } = useTrack(photos.length)
  const roomy = useMediaQuery(ROOMY)
  const [full, setFull] = useState(false)
  const open = useCallback(() => setFull(true), [])

  useArrowKeys((step) => {
    if (!full) walk(step)
  })

  if (photos.length === 0) {
    return <p className="flex aspect-3/2 items-center justify-center bg-fog text-slate">{t`No photos of this lot`}</p>
  }
  return (
    <section aria-label={t`Photos`}>
      <div className="relative overflow-hidden bg-fog sm:rounded-md print:bg-transparent">
        <div
          ref={track}
          data-testid="gallery-track"
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] print:grid print:grid-cols-2 print:gap-2 print:overflow-visible"
          {...scrolling}
        >
          {photos.map((photo, at) => (
            <Slide
              key={photo.url}
              photo={photo}
              at={at}
              count={photos.length}
              isShown={at === index}
              isNear={roomy || at <= furthest + 1}
              title={title}
              onOpen={open}
            />
          ))}
        </div>
        {chalk === null ? null : <Chalk>{chalk}</Chalk>}
        {photos.length > 1 && roomy ? <Arrows walk={walk} /> : null}
        <p className="tabular pointer-events-none absolute print:hidden top-3 right-3 rounded-sm bg-black/60 px-2 py-0.5 text-xs text-white">
          {index + 1} / {photos.length}
        </p>
      </div>
      {roomy ? <Thumbnails photos={photos} index={index} onChoose={show} /> : null}
      {full ? (
        <Suspense fallback={null}>
          <PhotoViewer
            photos={photos}
            title={title}
            start={index}
            onClose={(last) => {
              setFull(false)
              show(last)
            }}
          />
        </Suspense>
      ) : null}
    </section>
  )
})

/** The box that scrolls from photo to photo, and its position. */
function useTrack(count: number) {
  const [index, setIndex] = useState(0)
  const [furthest, setFurthest] = useState(-1)
  const track = useRef<HTMLDivElement>(null)
  /** Where a running scroll will end: key presses come faster than it scrolls. */
  const goal = useRef<number | null>(null)
  const still = useReducedMotion()
  const reach = (at: number) => {
    setIndex(at)
    setFurthest((before) => Math.max(before, at))
  }
  useEffect(() => afterLoad(() => setFurthest((before) => Math.max(before, 0))), [])
  const show = useCallback(
    (wanted: number) => {
      const { current } = track
      if (current === null) return
      const next = (wanted + count) % count
      const isNear = Math.abs(current.scrollLeft / current.clientWidth - next) < 1.5
      goal.current = next
      current.scrollTo({ left: next * current.clientWidth, behavior: isNear && !still ? 'smooth' : 'instant' })
    },
    [count, still],
  )
  return {
    track,
    index,
    /** The furthest photo shown; -1 until first paint, so the first photo loads alone. */
    furthest,
    show,
    walk: (step: 1 | -1) => show((goal.current ?? index) + step),
    onScrollEnd: () => {
      goal.current = null
    },
    onScroll: ({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLElement>) => {
      if (clientWidth > 0) reach(Math.round(scrollLeft / clientWidth))
    },
  }
}

const Slide = memo(function Slide({
  photo,
  at,
  count,
  isShown,
  isNear,
  title,
  onOpen,
}: {
  photo: Photo
  at: number
  count: number
  isShown: boolean
  /** If not, a slow connection is kept for what is visible: this photo waits. */
  isNear: boolean
  title: string
  onOpen: () => void
}) {
  const form = photo.width / photo.height
  const fit = form < NARROW ? 'contain' : 'cover'
  const words = wordsOf(photo.view)
  const marked = photo.pins.length === 0 ? '' : t`, ${photo.pins.length} marked`
  return (
    <button
      type="button"
      tabIndex={isShown ? 0 : -1}
      aria-label={t`${words}${marked}, photo ${at + 1} of ${count}: open full screen`}
      className={`relative block aspect-3/2 w-full shrink-0 cursor-zoom-in snap-start snap-always overflow-hidden focus-visible:-outline-offset-4 ${isNear ? '' : 'print:hidden'}`}
      onClick={onOpen}
    >
      {isNear ? (
        <Picture
          photo={photo}
          eager={at === 0}
          sizes={GALLERY_SIZES}
          alt={`${title}, ${words}`}
          className={`size-full ${fit === 'cover' ? 'object-cover' : 'object-contain'}`}
        />
      ) : null}
      <PhotoPins pins={photo.pins} place={(pin) => placeInFrame(pin, { photo: form, frame: FRAME, fit })} />
    </button>
  )
})

function Arrows({ walk }: { walk: (step: 1 | -1) => void }) {
  return (
    <>
      <Arrow side="left" onPress={() => walk(-1)} />
      <Arrow side="right" onPress={() => walk(1)} />
    </>
  )
}

function Arrow({ side, onPress }: { side: 'left' | 'right'; onPress: () => void }) {
  return (
    <Tooltip label={side === 'left' ? t`Or press the left arrow key` : t`Or press the right arrow key`}>
      <button
        type="button"
        aria-label={side === 'left' ? t`Previous photo` : t`Next photo`}
        className={`print:hidden absolute top-1/2 inline-flex size-11 -translate-y-1/2 items-center justify-center rounded-full bg-black/60 text-white ${side === 'left' ? 'left-3' : 'right-3'}`}
        onClick={onPress}
      >
        {side === 'left' ? <PreviousMark /> : <NextMark />}
      </button>
    </Tooltip>
  )
}
