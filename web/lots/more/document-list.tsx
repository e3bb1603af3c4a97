import { useQuery } from '@tanstack/react-query'
import type { linkLotDocument, listLotDocuments, LotDocument } from '#contract/lot-documents.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { call, route } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DOCUMENT_KIND_NAMES, sizeWords } from '../document-words.ts'

const LIST = route<typeof listLotDocuments>('GET', '/api/lots/:lotId/documents')
const LINK = route<typeof linkLotDocument>('POST', '/api/lots/:lotId/documents/:documentId/link')

const FRESH_MS = 60_000

/** The papers of the vehicle, to be saved. */
export function LotDocuments({ lotId }: { lotId: string }) {
  const { data, error } = useQuery({
    queryKey: ['/api/lots', lotId, 'documents'],
    queryFn: ({ signal }) => call(LIST, { params: { lotId } }, signal),
    staleTime: FRESH_MS,
  })
  return (
    <section aria-labelledby="documents">
      <h2 id="documents" className="text-lg">
        Documents
      </h2>
      {data === undefined ? (
        error === null ? (
          <Skeleton className="mt-3 h-14" />
        ) : (
          <div className="mt-3">
            <Notice tone="bad" title="The documents cannot be listed">
              {wordsOfFailure(error)}
            </Notice>
          </div>
        )
      ) : data.items.length === 0 ? (
        <p className="mt-2 text-slate">The house has none of this vehicle yet. Ask below if you need one.</p>
      ) : (
        <ul className="mt-3 divide-y divide-line border-y border-line">
          {data.items.map((document) => (
            <Line key={document.id} lotId={lotId} document={document} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ lotId, document }: { lotId: string; document: LotDocument }) {
  const { run, busy } = useSingleFlight(async () => {
    try {
      const { url } = await call(LINK, { params: { lotId, documentId: document.id } })
      // The answer is a file to save: the page stays.
      location.assign(url)
    } catch (failure) {
      toast({ title: 'The document was not opened', description: wordsOfFailure(failure), variant: 'destructive' })
    }
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5">
      <div className="min-w-0">
        <p className="font-semibold">{DOCUMENT_KIND_NAMES[document.kind]}</p>
        <p className="tabular text-sm break-words text-slate">
          {document.name} · {sizeWords(document)} · {formatInstant(document.addedAt)}
        </p>
      </div>
      <Button variant="outline" aria-disabled={busy} onClick={() => void run()}>
        {busy ? 'Fetching' : 'Save'}
        <span className="sr-only"> {document.name}</span>
      </Button>
    </li>
  )
}
