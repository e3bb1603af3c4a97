import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  type BankImport,
  type BankMapping,
  listBankLines,
  readBankImport,
  runBankImport,
} from '#contract/payments/transfers.ts'
import { FileProgress, SendFile } from '#web/ui/files/send-file.tsx'
import { call, failureMessage } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Faults, ImportPreview } from './admin-import-preview.tsx'
import { sendBankFile } from './send-bank-file.ts'

/** From the bank's file to booked transfers: upload, check, import. */
export function BankImportPanel() {
  const [sent, setSent] = useState<BankImport | null>(null)
  return (
    <section aria-labelledby="import-title" className="mt-6 border-y border-line py-5">
      <h2 id="import-title" className="text-lg">
        Import bank file
      </h2>
      {sent === null ? (
        <SendBankFile onSent={setSent} />
      ) : sent.state === 'done' ? (
        <Known result={sent} onClose={() => setSent(null)} />
      ) : (
        <OneImport importId={sent.id} onClose={() => setSent(null)} />
      )}
    </section>
  )
}

function SendBankFile({ onSent }: { onSent: (sent: BankImport) => void }) {
  return (
    <>
      <p className="mt-2 max-w-[44rem] text-slate">
        Use a CSV or XLSX export from your bank. You review it before anything is imported, and no transfer is imported
        twice.
      </p>
      <SendFile
        label="Bank file"
        accept=".csv,.txt,.xlsx,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        again="The part already sent is kept. Choose the file again to continue."
        send={async (file, onProgress) => onSent(await sendBankFile(file, onProgress))}
      />
    </>
  )
}

function OneImport({ importId, onClose }: { importId: string; onClose: () => void }) {
  const client = useQueryClient()
  const queryKey = [readBankImport.path, importId]
  const { data, error } = useQuery<BankImport>({
    queryKey,
    queryFn: ({ signal }) => call(readBankImport, { params: { importId } }, signal),
    staleTime: 0,
  })
  const done = data?.state === 'done'
  useEffect(() => {
    if (done) void client.invalidateQueries({ queryKey: [listBankLines.path] })
  }, [client, done])
  const run = useMutation({
    mutationFn: (mapping: BankMapping) => call(runBankImport, { params: { importId }, body: { mapping } }),
    onSuccess: (state) => client.setQueryData(queryKey, state),
  })
  if (error !== null && data === undefined) {
    return (
      <div className="mt-4">
        <Notice tone="bad" title="Couldn’t load the import">
          {failureMessage(error)}
        </Notice>
      </div>
    )
  }
  if (data === undefined) return null
  if (data.state === 'running') {
    return (
      <FileProgress
        label={`Importing ${data.fileName}: row ${data.doneCount} of ${data.rowCount}`}
        share={data.rowCount === 0 ? 1 : data.doneCount / data.rowCount}
      />
    )
  }
  if (data.state === 'done') return <Done result={data} onClose={onClose} />
  return (
    <>
      {run.error === null ? null : (
        <div className="mt-4">
          <Notice tone="bad" title="Nothing was imported">
            {failureMessage(run.error)}
          </Notice>
        </div>
      )}
      <ImportPreview
        importId={importId}
        fileName={data.fileName}
        busy={run.isPending}
        onRun={(mapping) => run.mutate(mapping)}
        onClose={onClose}
      />
    </>
  )
}

/** The same file again: none of it is booked a second time. */
function Known({ result, onClose }: { result: BankImport; onClose: () => void }) {
  return (
    <div className="mt-4">
      <Notice tone="info" title="This file was already imported">
        <p>
          {result.fileName} was imported on {formatInstant(result.finishedAt ?? result.createdAt)}; 0 new lines.
        </p>
      </Notice>
      <Button variant="outline" className="mt-4" onClick={onClose}>
        Import another file
      </Button>
    </div>
  )
}

function Done({ result, onClose }: { result: BankImport; onClose: () => void }) {
  const { imported, matched, known, ignored, outgoing, otherCurrency, faults } = result
  return (
    <div className="mt-4">
      <Notice tone={faults.length === 0 ? 'good' : 'info'} title={`${result.fileName} imported`}>
        <ul>
          <li>
            {imported} new {imported === 1 ? 'transfer' : 'transfers'}, {matched} of them matched by their reference
          </li>
          <li>{known} already imported</li>
          <li>{outgoing} money out, kept for reference</li>
          {otherCurrency === 0 ? null : <li>{otherCurrency} in another currency: handle them manually</li>}
          <li>{ignored} without an amount</li>
          {faults.length === 0 ? null : (
            <li className="font-semibold text-outbid">
              {faults.length === 1 ? '1 error' : `${faults.length} errors`}: not imported
            </li>
          )}
        </ul>
      </Notice>
      <Faults faults={faults} />
      <Button variant="outline" className="mt-4" onClick={onClose}>
        Import another file
      </Button>
    </div>
  )
}
