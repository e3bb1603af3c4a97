import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ImportUndo,
  listVehicleImports,
  previewImportUndo,
  readVehicleImport,
  undoVehicleImport,
} from '#contract/lots/import.ts'
import { call } from '#web/platform/request.ts'
import { useRead } from '#web/platform/use-read.ts'
import { Button } from '#web/ui/button.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { plural, t, translated } from '#web/platform/language/text.ts'

/** Removes what an import made, if it made anything, at the second press, which says first what would go and what would stay. */
export function UndoImport({ importId }: { importId: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const { data, error } = useRead(previewImportUndo, { params: { importId } }, { gcTime: 0 })
  const isOffered = data === undefined ? error !== null : data.lots + data.vehicles > 0
  if (!isAsking && !isOffered) return null
  return (
    <section aria-label={t`Undo import`} className="mt-8 border-t border-line pt-5">
      {isAsking ? (
        <Ask importId={importId} onClose={() => setIsAsking(false)} />
      ) : (
        <Button variant="outline" onClick={() => setIsAsking(true)}>{t`Undo import`}</Button>
      )}
    </section>
  )
}

function Ask({ importId, onClose }: { importId: string; onClose: () => void }) {
  const client = useQueryClient()
  const params = { importId }
  const { data, error } = useRead(previewImportUndo, { params }, { gcTime: 0 })
  const undo = useMutation({
    mutationFn: () => call(undoVehicleImport, { params }),
    onSuccess: (state) => {
      client.setQueryData([readVehicleImport.path, importId], state)
      void client.invalidateQueries({ queryKey: [listVehicleImports.path] })
      toast({ title: t`Import undone`, description: state.fileName })
    },
  })
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="h-24" />
    ) : (
      <RequestFailed title={t`We couldn’t load what would be undone`} failure={error} />
    )
  }
  return (
    <>
      {undo.error === null ? null : (
        <div className="mb-4">
          <RequestFailed title={t`Nothing was undone`} failure={undo.error} />
        </div>
      )}
      <UndoWords undo={data} />
      <div className="mt-4 flex flex-wrap gap-3">
        {data.stop === null ? (
          <Button variant="destructive" aria-disabled={undo.isPending} onClick={() => undo.isPending || undo.mutate()}>
            {undo.isPending ? t`Undoing` : t`Undo import`}
          </Button>
        ) : null}
        <Button variant="outline" onClick={onClose}>
          {data.stop === null ? t`Cancel` : t`Close`}
        </Button>
      </div>
    </>
  )
}

function UndoWords({ undo: { stop, lots, vehicles, kept } }: { undo: ImportUndo }) {
  if (stop !== null) {
    return (
      <p className="font-semibold">
        {t`This import can’t be undone.`} {translated(stop)}
      </p>
    )
  }
  return (
    <>
      <p className="font-semibold">
        {deletedWords(lots, vehicles)} {t`You can import the file again afterwards.`}
      </p>
      {kept.length === 0 ? null : (
        <>
          <p className="mt-3">{t`These vehicles stay:`}</p>
          <ul className="mt-1 list-disc pl-5">
            {kept.map(({ reason, count }) => (
              <li key={reason}>
                {plural(count, { one: '# vehicle', other: '# vehicles' })}: {translated(reason)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function deletedWords(lots: number, vehicles: number): string {
  if (lots === 0) return plural(vehicles, { one: '# vehicle will be deleted.', other: '# vehicles will be deleted.' })
  if (vehicles === 0)
    return plural(lots, { one: '# draft lot will be deleted.', other: '# draft lots will be deleted.' })
  return t`${plural(lots, { one: '# draft lot', other: '# draft lots' })} and ${plural(vehicles, { one: '# vehicle', other: '# vehicles' })} will be deleted.`
}
