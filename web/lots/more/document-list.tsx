import { t } from '#web/platform/language/text.ts'
import { useQuery } from '@tanstack/react-query'
import { linkLotDocument, listLotDocuments, type LotDocument } from '#contract/lots/lot-documents.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DOCUMENT_KIND_NAMES, fileWords } from '../document-words.ts'

const FRESH_MS = 60_000

/** The documents of the vehicle, to download. */
export function LotDocuments({ lotId }: { lotId: string }) {
  const { data, error } = useQuery({
    queryKey: ['/api/lots', lotId, 'documents'],
    queryFn: ({ signal }) => call(listLotDocuments, { params: { lotId } }, signal),
    staleTime: FRESH_MS,
  })
  return (
    <section aria-labelledby="documents">
      <h2 id="documents" className="text-lg">
        {t`Documents`}
      </h2>
      {data === undefined ? (
        error === null ? (
          <Skeleton className="mt-3 h-14" />
        ) : (
          <div className="mt-3">
            <RequestFailed title={t`We couldn’t load the documents`} failure={error} />
          </div>
        )
      ) : data.items.length === 0 ? (
        <p className="mt-2 text-slate">{t`No documents yet. Ask below if you need one.`}</p>
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
      const { url } = await call(linkLotDocument, { params: { lotId, documentId: document.id } })
      // The response is a file download: the page stays.
      location.assign(url)
    } catch (failure) {
      toast({ title: t`We couldn’t open the document`, description: failureMessage(failure), variant: 'destructive' })
    }
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5">
      <div className="min-w-0">
        <p className="font-semibold">{DOCUMENT_KIND_NAMES[document.kind]}</p>
        <p className="tabular text-sm text-slate">{fileWords(document)}</p>
      </div>
      <Button variant="outline" aria-disabled={busy} onClick={() => void run()}>
        {busy ? t`Downloading` : t`Download`}
        <span className="sr-only"> {document.name}</span>
      </Button>
    </li>
  )
}
