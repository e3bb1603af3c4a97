import { t } from '#web/platform/language/text.ts'
import { memo, useEffect, useRef } from 'react'
import type { Photo } from '#contract/lots/lots.ts'
import { wordsOf } from './photo-words.ts'
import { Picture } from '../picture.tsx'

/** Thumbnails with captions; the current one is marked and kept in view. */
export const Thumbnails = memo(function Thumbnails({
  photos,
  index,
  onChoose,
}: {
  photos: readonly Photo[]
  index: number
  onChoose: (index: number) => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const hasMoved = useRef(false)
  useEffect(() => {
    // The strip starts with the first photo: measuring it would lay out the whole page before first paint.
    hasMoved.current ||= index > 0
    if (!hasMoved.current) return
    const { current } = list
    const shown = current?.children.item(index)
    if (current === null || !(shown instanceof HTMLElement)) return
    // Only the strip scrolls, never the page.
    current.scrollTo({ left: shown.offsetLeft - (current.clientWidth - shown.clientWidth) / 2 })
  }, [index])
  return (
    <ul ref={list} className="relative mt-2 flex gap-2 overflow-x-auto p-1 print:hidden">
      {photos.map((photo, at) => (
        <li key={photo.url}>
          <button
            type="button"
            aria-label={t`Show ${wordsOf(photo.view)}, photo ${at + 1}`}
            aria-current={at === index}
            className={`block w-28 shrink-0 rounded-sm p-0.5 ${at === index ? 'outline-2 outline-ink' : ''}`}
            onClick={() => onChoose(at)}
          >
            <Picture photo={photo} sizes="7rem" alt="" className="aspect-3/2 w-full rounded-sm object-cover" />
            <span className="mt-0.5 block truncate text-left text-xs text-slate first-letter:uppercase">
              {wordsOf(photo.view)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
})
