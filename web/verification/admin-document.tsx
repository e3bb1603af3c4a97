import { useEffect, useState } from 'react'
import { viewDocument } from '#contract/verification.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { request, urlOf } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Side } from './document-file.ts'

const ZOOMS = [1, 1.5, 2, 3] as const

/**
 * One side of a document, fetched with the reviewer's credentials; the house records the view. The picture lives only in this
 * component: it is in no cache, and its address is dead once another is shown.
 */
export function DocumentView({ caseId, side }: { caseId: string; side: Side }) {
  const [attempt, setAttempt] = useState(0)
  const picture = usePicture(caseId, side, attempt)
  const [zoom, setZoom] = useState(0)
  const [turns, setTurns] = useState(0)
  if ('failure' in picture) {
    return (
      <Notice tone="bad" title="The document cannot be shown">
        <p>{wordsOfFailure(picture.failure)}</p>
        <Button variant="outline" className="mt-3" onClick={() => setAttempt(attempt + 1)}>
          Try again
        </Button>
      </Notice>
    )
  }
  if (picture.url === null) return <Skeleton className="h-[28rem]" />
  return (
    <div>
      <div role="group" aria-label="Picture" className="mb-2 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
          Smaller
        </Button>
        <Button variant="outline" size="sm" disabled={zoom === ZOOMS.length - 1} onClick={() => setZoom(zoom + 1)}>
          Larger
        </Button>
        <Button variant="outline" size="sm" onClick={() => setTurns(turns + 1)}>
          Turn
        </Button>
      </div>
      {/* A box that scrolls must be reachable by keyboard. */}
      <div
        role="region"
        aria-label={`Document, ${side}`}
        tabIndex={0}
        className="flex h-[28rem] overflow-auto rounded-sm border border-line bg-fog"
      >
        <img
          src={picture.url}
          alt={`Identity document, ${side}`}
          className="m-auto max-h-none max-w-none object-contain transition-transform duration-100 motion-reduce:transition-none"
          style={{
            transform: `rotate(${turns * 90}deg)`,
            width: `${(ZOOMS[zoom] ?? 1) * 100}%`,
            height: `${(ZOOMS[zoom] ?? 1) * 100}%`,
          }}
        />
      </div>
    </div>
  )
}

type Picture = { url: string | null } | { failure: unknown }

function usePicture(caseId: string, side: Side, attempt: number): Picture {
  const [picture, setPicture] = useState<Picture>({ url: null })
  useEffect(() => {
    const leaving = new AbortController()
    let url: string | null = null
    setPicture({ url: null })
    load(caseId, side, leaving.signal)
      .then((blob) => {
        if (leaving.signal.aborted) return
        url = URL.createObjectURL(blob)
        setPicture({ url })
      })
      .catch((failure: unknown) => {
        if (!leaving.signal.aborted) setPicture({ failure })
      })
    return () => {
      leaving.abort()
      if (url !== null) URL.revokeObjectURL(url)
    }
  }, [caseId, side, attempt])
  return picture
}

async function load(caseId: string, side: Side, signal: AbortSignal): Promise<Blob> {
  const response = await request(viewDocument.method, urlOf(viewDocument.path, { caseId, side }), undefined, signal)
  return response.blob()
}
