import { t } from '#web/platform/language/text.ts'
import { useEffect, useState } from 'react'
import { HERO_SIZES } from '#contract/seo/first-answers.ts'
import { Picture } from '#web/lots/picture.tsx'
import { useReducedMotion } from '../ui/media-query.ts'

const EACH_MS = 5000

/**
 * The photos of a lot, one after another, in a frame of 3 by 2. Each stays on top of the one before it until the next one has loaded. They
 * don't move by themselves under reduced motion, while paused and in a hidden tab.
 */
export function ChangingPhotos({ photos }: { photos: readonly string[] }) {
  const isCalm = useReducedMotion()
  const [isStopped, setStopped] = useState<boolean | null>(null)
  const [at, setAt] = useState(0)
  /** The furthest photo requested. */
  const [furthest, setFurthest] = useState(0)
  const isMoving = photos.length > 1 && !(isStopped ?? isCalm)
  useEffect(() => {
    if (!isMoving) return undefined
    const timer = setInterval(() => {
      if (document.hidden) return
      const next = (at + 1) % photos.length
      if (next <= furthest) setAt(next)
      else setFurthest(next)
    }, EACH_MS)
    return () => clearInterval(timer)
  }, [isMoving, at, furthest, photos.length])
  return (
    <>
      {photos.slice(0, furthest + 1).map((url, index) => (
        <Picture
          key={url}
          photo={{ url }}
          sizes={HERO_SIZES}
          alt=""
          eager={index === 0}
          onLoad={() => index === furthest && setAt(index)}
          className={`absolute inset-0 size-full object-cover transition-opacity duration-500 motion-reduce:transition-none ${index === at ? '' : 'opacity-0'}`}
        />
      ))}
      {photos.length > 1 ? (
        <PauseButton isMoving={!(isStopped ?? isCalm)} onPress={() => setStopped(!(isStopped ?? isCalm))} />
      ) : null}
    </>
  )
}

function PauseButton({ isMoving, onPress }: { isMoving: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={isMoving ? t`Pause photos` : t`Play photos`}
      className="absolute top-2 right-2 z-10 inline-flex size-11 items-center justify-center rounded-full bg-black/60 text-white"
      onClick={onPress}
    >
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5" fill="currentColor">
        <path d={isMoving ? 'M5 4h3.5v12H5zM11.5 4H15v12h-3.5z' : 'M6 4l11 6-11 6z'} />
      </svg>
    </button>
  )
}
