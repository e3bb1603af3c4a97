import { useState } from 'react'
import { Link } from 'wouter'
import { columnOf, type ImportMapping, type VehicleImport } from '#contract/lots/import.ts'
import { FileProgress } from '#web/ui/files/send-file.tsx'
import { failureMessage } from '#web/platform/request.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportNotes } from './import-notes.tsx'
import { ImportSample } from './import-sample.tsx'
import { rows, stateWords } from './import-words.ts'
import { isAtWork, useBegin, useImport, useImportNotes, useImportPreview, useOpenAuctions } from './use-imports.ts'

/** One file of vehicles, from its columns through the dry run to the result. */
export default function AdminOneImport({ importId }: { importId: string }) {
  const { data, error } = useImport(importId)
  return (
    <>
      <p className="text-sm">
        <Link href={paths.adminPage('import')} className="text-notice underline underline-offset-4">
          Import
        </Link>
      </p>
      <h1 className="mt-1 text-xl break-words">{data?.fileName ?? 'Import'}</h1>
      {data !== undefined ? (
        <OneImport state={data} />
      ) : error === null ? (
        <Skeleton className="mt-6 h-96" />
      ) : (
        <div className="mt-6">
          <Notice tone="bad" title="We couldn’t load the import">
            {failureMessage(error)}
          </Notice>
        </div>
      )}
    </>
  )
}

function OneImport({ state }: { state: VehicleImport }) {
  if (state.state === 'unreadable') {
    return (
      <div className="mt-6">
        <Notice tone="bad" title="We couldn’t read this file">
          {state.failure} Fix it and <Link href={paths.adminPage('import')}>upload it again</Link>.
        </Notice>
      </div>
    )
  }
  if (state.state === 'reading') return <FileProgress label="Reading the file" share={0} />
  return (
    <>
      <p className="mt-1 text-slate">
        {rows(state.rowCount)}
        {state.encoding === 'windows-1252' ? ', read as Windows-1252 (Latin-1): check accented letters' : ''}.
      </p>
      <Outcome state={state} />
      {isAtWork(state) ? null : <Plan state={state} />}
    </>
  )
}

/** The result of a check or a run, live while it is running. */
function Outcome({ state }: { state: VehicleImport }) {
  const { counts, doneCount, rowCount } = state
  if (state.state === 'ready') return null
  const isRun = state.state === 'running' || state.state === 'done'
  return (
    <section aria-labelledby="outcome" className="mt-6 border-y border-line py-5">
      <h2 id="outcome" className="text-lg">
        {isRun ? 'Import' : 'Dry run'}
        {state.auctionTitle === null ? '' : ` into ${state.auctionTitle}`}
      </h2>
      {isAtWork(state) ? (
        <FileProgress label={stateWords(state)} share={rowCount === 0 ? 1 : doneCount / rowCount} />
      ) : null}
      <ul className="tabular mt-3 grid max-w-[44rem] grid-cols-2 gap-x-6 gap-y-1 sm:grid-cols-4">
        <Count words={isRun ? 'added' : 'to add'} count={counts.fresh} />
        <Count words={isRun ? 'changed' : 'to change'} count={counts.changed} />
        <Count words="unchanged" count={counts.known} />
        <Count words="skipped" count={counts.faulty} isBad={counts.faulty > 0} />
      </ul>
      {isAtWork(state) ? null : <ImportNotes state={state} />}
    </section>
  )
}

function Count({ words, count, isBad = false }: { words: string; count: number; isBad?: boolean }) {
  return (
    <li className={isBad ? 'font-semibold text-outbid' : ''}>
      <span className="font-semibold">{count.toLocaleString('en-US')}</span> {words}
    </li>
  )
}

/** The column mapping, a preview of the first rows, and the next step. */
function Plan({ state }: { state: VehicleImport }) {
  const [mapping, setMapping] = useState<ImportMapping | null>(null)
  const [auctionId, setAuctionId] = useState(state.auctionId)
  const { data, error } = useImportPreview(state.id, mapping)
  const begin = useBegin(state.id)
  // A check has seen every row, the preview only the first ones.
  const { data: checked } = useImportNotes(state.id, `${state.state} ${state.finishedAt}`, null)
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="mt-6 h-96" />
    ) : (
      <div className="mt-6">
        <Notice tone="bad" title="We couldn’t load the file">
          {failureMessage(error)}
        </Notice>
      </div>
    )
  }
  const { missing } = data
  const isStopped = begin.isPending || missing.length > 0
  const go = (what: 'check' | 'run') => begin.mutate({ what, mapping: mapping ?? data.mapping, auctionId })
  return (
    <>
      <ImportColumns
        preview={data}
        mapping={mapping ?? data.mapping}
        unknownWords={checked?.unknownWords.length ? checked.unknownWords : data.unknownWords}
        onChange={setMapping}
      />
      <ImportSample preview={data} />
      <section aria-labelledby="go" className="mt-8 border-t border-line pt-5">
        <h2 id="go" className="text-lg">
          Check, then import
        </h2>
        {missing.length === 0 ? null : (
          <p className="mt-2 font-semibold text-outbid">
            Missing a column or value: {missing.map((field) => columnOf(field).label).join(', ')}.
          </p>
        )}
        <Offer auctionId={auctionId} onChange={setAuctionId} />
        {begin.error === null ? null : (
          <div className="mt-4">
            <Notice tone="bad" title="Nothing was started">
              {failureMessage(begin.error)}
            </Notice>
          </div>
        )}
        <Ways state={state} isStopped={isStopped} onGo={go} />
        <p className="mt-3 max-w-[44rem] text-sm text-slate">
          Rows with errors are skipped; all others are imported. Vehicles you already have aren’t added again, and
          vehicles edited by hand are never overwritten.
        </p>
      </section>
    </>
  )
}

function Offer({ auctionId, onChange }: { auctionId: string | null; onChange: (auctionId: string | null) => void }) {
  const auctions = useOpenAuctions()
  return (
    <div className="mt-4 max-w-[30rem]">
      <Field
        label="Add to auction"
        hint="Each vehicle becomes a lot at the end of the run list and needs an opening bid."
      >
        <Select value={auctionId ?? ''} onChange={(event) => onChange(event.target.value || null)}>
          <option value="">No auction: add vehicles only</option>
          {auctions.map((auction) => (
            <option key={auction.id} value={auction.id}>
              {auction.title} ({auction.state})
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

/** The next step is the primary button: first check, then import. */
function Ways({
  state,
  isStopped,
  onGo,
}: {
  state: VehicleImport
  isStopped: boolean
  onGo: (what: 'check' | 'run') => void
}) {
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <Button
        variant={state.state === 'ready' ? 'default' : 'outline'}
        aria-disabled={isStopped}
        onClick={() => isStopped || onGo('check')}
      >
        Check all {rows(state.rowCount)}
      </Button>
      <Button
        variant={state.state === 'ready' ? 'outline' : 'default'}
        aria-disabled={isStopped}
        onClick={() => isStopped || onGo('run')}
      >
        {state.state === 'done' ? 'Import again' : 'Import'}
      </Button>
    </div>
  )
}
