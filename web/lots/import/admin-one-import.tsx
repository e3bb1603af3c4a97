import { useState } from 'react'
import { Link } from 'wouter'
import type { ImportMapping, VehicleImport } from '#contract/import.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ImportProgress } from './admin-import.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportNotes } from './import-notes.tsx'
import { ImportSample } from './import-sample.tsx'
import { FIELD_NAMES, rows, stateWords } from './import-words.ts'
import { isAtWork, useBegin, useImport, useImportNotes, useImportPreview, useOpenSales } from './use-imports.ts'

/** One file of vehicles, from its columns over the dry run to the result. */
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
          <Notice tone="bad" title="The import cannot be shown">
            {wordsOfFailure(error)}
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
        <Notice tone="bad" title="This file cannot be read">
          {state.failure} Mend it and <Link href={paths.adminPage('import')}>send it again</Link>.
        </Notice>
      </div>
    )
  }
  if (state.state === 'reading') return <ImportProgress label="Reading the file" share={0} />
  return (
    <>
      <p className="mt-1 text-slate">
        {rows(state.rowCount)}
        {state.encoding === 'windows-1252' ? ', read as Windows-1252 (Latin-1): look at letters with accents' : ''}.
      </p>
      <Outcome state={state} />
      {isAtWork(state) ? null : <Plan state={state} />}
    </>
  )
}

/** What a check said or a run made, live while it goes on. */
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
        <ImportProgress label={stateWords(state)} share={rowCount === 0 ? 1 : doneCount / rowCount} />
      ) : null}
      <ul className="tabular mt-3 grid max-w-[44rem] grid-cols-2 gap-x-6 gap-y-1 sm:grid-cols-4">
        <Count words={isRun ? 'entered' : 'to enter'} count={counts.fresh} />
        <Count words={isRun ? 'changed' : 'to change'} count={counts.changed} />
        <Count words="known, nothing to do" count={counts.known} />
        <Count words="kept out" count={counts.faulty} isBad={counts.faulty > 0} />
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

/** The columns as they are chosen, what the first rows come to, and the way on. */
function Plan({ state }: { state: VehicleImport }) {
  const [mapping, setMapping] = useState<ImportMapping | null>(null)
  const [auctionId, setAuctionId] = useState(state.auctionId)
  const { data, error } = useImportPreview(state.id, mapping)
  const begin = useBegin(state.id)
  // A check has seen every row, the preview the first ones.
  const { data: checked } = useImportNotes(state.id, `${state.state} ${state.finishedAt}`, null)
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="mt-6 h-96" />
    ) : (
      <div className="mt-6">
        <Notice tone="bad" title="The file cannot be shown">
          {wordsOfFailure(error)}
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
            No column and no value yet for: {missing.map((field) => FIELD_NAMES[field]).join(', ')}.
          </p>
        )}
        <Offer auctionId={auctionId} onChange={setAuctionId} />
        {begin.error === null ? null : (
          <div className="mt-4">
            <Notice tone="bad" title="Nothing was begun">
              {wordsOfFailure(begin.error)}
            </Notice>
          </div>
        )}
        <Ways state={state} isStopped={isStopped} onGo={go} />
        <p className="mt-3 max-w-[44rem] text-sm text-slate">
          Rows with a fault are kept out, all others are entered. What is known already is not entered again, and a
          vehicle that somebody has changed by hand is never overwritten.
        </p>
      </section>
    </>
  )
}

function Offer({ auctionId, onChange }: { auctionId: string | null; onChange: (auctionId: string | null) => void }) {
  const sales = useOpenSales()
  return (
    <div className="mt-4 max-w-[30rem]">
      <Field
        label="Offer them in"
        hint="Each vehicle becomes a lot at the end of that run list. It needs an opening bid."
      >
        <Select value={auctionId ?? ''} onChange={(event) => onChange(event.target.value || null)}>
          <option value="">No sale: enter the vehicles only</option>
          {sales.map((sale) => (
            <option key={sale.id} value={sale.id}>
              {sale.title} ({sale.state})
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

/** The next step is the one that stands out: first look, then import. */
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
