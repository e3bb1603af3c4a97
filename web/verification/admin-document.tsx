import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { linkDocument } from '#contract/verification/verification.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { call, request } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Case } from './case-words.ts'
import { t } from '#web/platform/language/text.ts'

type Picture = Case['pictures'][number]

const ZOOMS = [1, 1.5, 2, 3, 4] as const
const LARGEST = ZOOMS.length - 1

/** The pictures of a document, one at a time: front and back, and the pages of a PDF. */
export function DocumentViewer({ caseId, pictures }: { caseId: string; pictures: readonly Picture[] }) {
  const [at, setAt] = useState(0)
  const shown = pictures[at]
  if (shown === undefined)
    return <p className="text-slate">{t`The pictures were deleted because their retention period ended.`}</p>
  return (
    <div>
      {pictures.length > 1 ? (
        <div role="group" aria-label={t`Side`} className="mb-2 flex flex-wrap gap-2">
          {pictures.map((picture, index) => (
            <Button
              key={nameOf(picture, pictures)}
              size="sm"
              variant={index === at ? 'secondary' : 'outline'}
              aria-pressed={index === at}
              onClick={() => setAt(index)}
            >
              {nameOf(picture, pictures)}
            </Button>
          ))}
        </div>
      ) : null}
      <OnePicture key={at} caseId={caseId} picture={shown} name={nameOf(shown, pictures)} />
    </div>
  )
}

function nameOf({ side, page }: Picture, all: readonly Picture[]): string {
  const isFront = side === 'front'
  if (all.filter((each) => each.side === side).length < 2) return isFront ? t`Front side` : t`Back side`
  return isFront ? t`Front, page ${page}` : t`Back, page ${page}`
}

/**
 * Fetched by a link valid for this session and one minute; the server records the view. The picture exists only in this
 * component: it is in no cache, and its URL is revoked once another is shown.
 */
function OnePicture({ caseId, picture, name }: { caseId: string; picture: Picture; name: string }) {
  const [attempt, setAttempt] = useState(0)
  const loaded = usePicture(caseId, picture, attempt)
  const [zoom, setZoom] = useState(0)
  const [turns, setRotates] = useState(0)
  const { box, ...dragging } = useDragging()
  if ('failure' in loaded) {
    return (
      <RequestFailed
        title={t`Couldn’t load the document`}
        failure={loaded.failure}
        onRetry={() => setAttempt(attempt + 1)}
      />
    )
  }
  if (loaded.url === null) return <Skeleton className="h-[28rem]" />
  return (
    <div>
      <div role="group" aria-label={t`Picture`} className="mb-2 flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          aria-disabled={zoom === 0}
          onClick={() => setZoom(Math.max(zoom - 1, 0))}
        >{t`Zoom out`}</Button>
        <Button
          variant="outline"
          size="sm"
          aria-disabled={zoom === LARGEST}
          onClick={() => setZoom(Math.min(zoom + 1, LARGEST))}
        >{t`Zoom in`}</Button>
        <Button variant="outline" size="sm" onClick={() => setRotates(turns + 1)}>{t`Rotate`}</Button>
      </div>
      {/* A box that scrolls must be reachable by keyboard. */}
      <div
        ref={box}
        {...dragging}
        role="region"
        aria-label={t`Document: ${name}`}
        tabIndex={0}
        className="flex h-[28rem] touch-pan-x touch-pan-y overflow-auto rounded-sm border border-line bg-fog [container-type:size] data-[large=true]:cursor-grab"
        data-large={zoom > 0}
      >
        <Document url={loaded.url} name={name} zoom={ZOOMS[zoom] ?? 1} turns={turns} />
      </div>
    </div>
  )
}

/**
 * The picture in a frame `zoom` times the surrounding box, in any rotation: a rotated picture is fitted again, so that
 * every part of it can be scrolled to.
 */
function Document({ url, name, zoom, turns }: { url: string; name: string; zoom: number; turns: number }) {
  const [width, height] = [`${zoom * 100}cqw`, `${zoom * 100}cqh`]
  const lies = turns % 2 === 1
  return (
    <div className="relative m-auto shrink-0 overflow-hidden" style={{ width, height }}>
      <img
        src={url}
        alt={t`Identity document: ${name}`}
        draggable={false}
        className="absolute top-1/2 left-1/2 max-h-none max-w-none object-contain"
        style={{
          width: lies ? height : width,
          height: lies ? width : height,
          transform: `translate(-50%, -50%) rotate(${turns * 90}deg)`,
        }}
      />
    </div>
  )
}

/** A mouse drags a large picture like paper on a desk; touch scrolls natively. */
function useDragging() {
  const box = useRef<HTMLDivElement>(null)
  return {
    box,
    onPointerDown(event: PointerEvent<HTMLDivElement>) {
      if (event.pointerType === 'mouse' && event.button === 0) event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLDivElement>) {
      if (event.currentTarget.hasPointerCapture(event.pointerId))
        box.current?.scrollBy(-event.movementX, -event.movementY)
    },
  }
}

type Loaded = { url: string | null } | { failure: unknown }

function usePicture(caseId: string, { side, page }: Picture, attempt: number): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ url: null })
  useEffect(() => {
    const leaving = new AbortController()
    let url: string | null = null
    setLoaded({ url: null })
    load(caseId, { side, page }, leaving.signal)
      .then((blob) => {
        if (leaving.signal.aborted) return
        url = URL.createObjectURL(blob)
        setLoaded({ url })
      })
      .catch((failure: unknown) => {
        if (!leaving.signal.aborted) setLoaded({ failure })
      })
    return () => {
      leaving.abort()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [caseId, side, page, attempt])
  return loaded
}

async function load(caseId: string, picture: Picture, signal: AbortSignal): Promise<Blob> {
  const { url } = await call(linkDocument, { params: { caseId }, body: picture }, signal)
  const response = await request('GET', url, undefined, signal)
  return response.blob()
}
