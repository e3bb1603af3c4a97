import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BANK_IMPORTS, type BankImport, listBankLines } from '#contract/payments/transfers.ts'
import { ImportNotes } from '#web/ui/import/import-notes.tsx'
import { ImportProgress, OneImport, SendImport } from '#web/ui/import/import-parts.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ImportPreview } from './admin-import-preview.tsx'
import { plural, t } from '#web/platform/language/text.ts'

/** From the bank's file to booked transfers: upload, check, import. */
export function BankImportPanel() {
  const [sent, setSent] = useState<BankImport | null>(null)
  const close = () => setSent(null)
  return (
    <section aria-labelledby="import-title" className="mt-6 border-y border-line py-5">
      <h2 id="import-title" className="text-lg">{t`Import bank file`}</h2>
      {sent === null ? (
        <>
          <p className="mt-2 max-w-[44rem] text-slate">{t`Use a CSV or XLSX export from your bank. You review it before anything is imported, and no transfer is imported twice.`}</p>
          <SendImport kind={BANK_IMPORTS} label={t`Bank file`} onSent={setSent} />
        </>
      ) : sent.state === 'done' ? (
        <Known result={sent} onClose={close} />
      ) : (
        <OneImport
          kind={BANK_IMPORTS}
          importId={sent.id}
          again={
            <Button variant="outline" size="sm" className="mt-2 block" onClick={close}>{t`Choose another file`}</Button>
          }
        >
          {(state) =>
            state.state === 'running' ? (
              <ImportProgress state={state} />
            ) : state.state === 'done' ? (
              <Done result={state} onClose={close} />
            ) : (
              <ImportPreview state={state} onClose={close} />
            )
          }
        </OneImport>
      )}
    </section>
  )
}

/** The same file again: none of it is booked a second time. */
function Known({ result, onClose }: { result: BankImport; onClose: () => void }) {
  return (
    <div className="mt-4">
      <Notice tone="info" title={t`This file was already imported`}>
        <p>{t`${result.fileName} was imported on ${formatInstant(result.finishedAt ?? result.createdAt)}; 0 new lines.`}</p>
      </Notice>
      <Button variant="outline" className="mt-4" onClick={onClose}>{t`Import another file`}</Button>
    </div>
  )
}

function Done({ result, onClose }: { result: BankImport; onClose: () => void }) {
  const client = useQueryClient()
  useEffect(() => void client.invalidateQueries({ queryKey: [listBankLines.path] }), [client])
  const { imported, matched, known, ignored, outgoing, otherCurrency, faulty } = result.counts
  return (
    <div className="mt-4">
      <Notice tone={faulty === 0 ? 'good' : 'info'} title={t`${result.fileName} imported`}>
        <ul>
          <li>
            {t`${plural(imported, { one: '# new transfer', other: '# new transfers' })}, ${plural(matched, { one: '# of them matched by their reference', other: '# of them matched by their reference' })}`}
          </li>
          <li>{plural(known, { one: '# already imported', other: '# already imported' })}</li>
          <li>
            {plural(outgoing, { one: '# money out, kept for reference', other: '# money out, kept for reference' })}
          </li>
          {otherCurrency === 0 ? null : (
            <li>
              {plural(otherCurrency, {
                one: '# in another currency: handle it manually',
                other: '# in another currency: handle them manually',
              })}
            </li>
          )}
          <li>{plural(ignored, { one: '# without an amount', other: '# without an amount' })}</li>
          {faulty === 0 ? null : (
            <li className="font-semibold text-outbid">
              {plural(faulty, { one: '# error: not imported', other: '# errors: not imported' })}
            </li>
          )}
        </ul>
      </Notice>
      {faulty === 0 ? null : <ImportNotes kind={BANK_IMPORTS} state={result} />}
      <Button variant="outline" className="mt-4" onClick={onClose}>{t`Import another file`}</Button>
    </div>
  )
}
