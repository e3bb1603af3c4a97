import { useState } from 'react'
import { Link } from 'wouter'
import { AUCTION_STATE_WORDS } from '#contract/auctions/auction-entry.ts'
import {
  checkVehicleImport,
  columnOf,
  type ImportMapping,
  runVehicleImport,
  VEHICLE_IMPORTS,
  type VehicleImport,
} from '#contract/lots/import.ts'
import { ImportNotes } from '#web/ui/import/import-notes.tsx'
import { ImportCounts, ImportProgress, isAtWork, OneImport } from '#web/ui/import/import-parts.tsx'
import { useBegin, useImport, useImportNotes, useImportPreview } from '#web/ui/import/use-import.ts'
import { usePlannedAuctions } from '#web/auctions/use-planned-auctions.ts'
import { formatInstant } from '#web/platform/time.ts'
import { paths } from '#web/paths.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Options, Select } from '#web/ui/field.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportSample } from './import-sample.tsx'
import { UndoImport } from './undo-import.tsx'
import { plural, t, translated } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

const LINK = 'inline-flex min-h-11 items-center font-semibold text-link'

/** One file of vehicles, from its columns through the dry run to the result. */
export default function AdminOneImport({ importId }: { importId: string }) {
  const { data } = useImport(VEHICLE_IMPORTS, importId)
  return (
    <>
      <BackLink href={paths.adminPage('import')}>{t`Import`}</BackLink>
      <h1 className="mt-1 text-xl break-words">{data?.fileName ?? t`Import`}</h1>
      <OneImport
        kind={VEHICLE_IMPORTS}
        importId={importId}
        again={
          <Trans>
            Fix it and <Link href={paths.adminPage('import')}>upload it again</Link>.
          </Trans>
        }
      >
        {(state) => (
          <>
            <p className="mt-1 text-slate">{rowWords(state)}</p>
            <Outcome state={state} />
            {isAtWork(state) ? null : <Plan state={state} />}
          </>
        )}
      </OneImport>
    </>
  )
}

function rowWords({ rowCount, encoding }: VehicleImport): string {
  return encoding === 'windows-1252'
    ? plural(rowCount, {
        one: '# row, read as Windows-1252 (Latin-1): check accented letters.',
        other: '# rows, read as Windows-1252 (Latin-1): check accented letters.',
      })
    : plural(rowCount, { one: '# row.', other: '# rows.' })
}

/** The result of a check or a run, live while it is running. */
function Outcome({ state }: { state: VehicleImport }) {
  const { counts } = state
  if (state.state === 'ready') return null
  const isRun = state.state === 'running' || state.state === 'done'
  return (
    <section aria-labelledby="outcome" className="mt-6 border-y border-line py-5">
      <h2 id="outcome" className="text-lg">
        {headingOf(isRun, state.auctionTitle)}
      </h2>
      <ImportProgress state={state} />
      <ImportCounts
        counts={[
          {
            text: isRun
              ? plural(counts.fresh, { one: '# added', other: '# added' })
              : plural(counts.fresh, { one: '# to add', other: '# to add' }),
          },
          {
            text: isRun
              ? plural(counts.changed, { one: '# changed', other: '# changed' })
              : plural(counts.changed, { one: '# to change', other: '# to change' }),
          },
          { text: plural(counts.known, { one: '# unchanged', other: '# unchanged' }) },
          { text: plural(counts.faulty, { one: '# skipped', other: '# skipped' }), isBad: counts.faulty > 0 },
        ]}
      />
      {state.state === 'done' ? (
        <p className="mt-3">
          {state.auctionId === null ? (
            <Link href={paths.adminPage('vehicles')} className={LINK}>{t`View vehicles`}</Link>
          ) : (
            <Link href={paths.adminPage(`auctions/${state.auctionId}/plan`)} className={LINK}>{t`Open run list`}</Link>
          )}
        </p>
      ) : null}
      {isAtWork(state) ? null : <ImportNotes kind={VEHICLE_IMPORTS} state={state} />}
      {state.state === 'done' ? <UndoImport importId={state.id} /> : null}
    </section>
  )
}

function headingOf(isRun: boolean, auctionTitle: string | null): string {
  if (auctionTitle === null) return isRun ? t`Import` : t`Dry run`
  return isRun ? t`Import into ${auctionTitle}` : t`Dry run into ${auctionTitle}`
}

/** The column mapping, a preview of the first rows, and the next step. */
function Plan({ state }: { state: VehicleImport }) {
  const [mapping, setMapping] = useState<ImportMapping | null>(null)
  const [auctionId, setAuctionId] = useState(state.auctionId)
  const { data, error } = useImportPreview(VEHICLE_IMPORTS, state.id, mapping)
  const begin = useBegin(VEHICLE_IMPORTS, state.id)
  // A check has seen every row, the preview only the first ones.
  const { data: checked } = useImportNotes(VEHICLE_IMPORTS, state, null)
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="mt-6 h-96" />
    ) : (
      <div className="mt-6">
        <RequestFailed title={t`We couldn’t load the file`} failure={error} />
      </div>
    )
  }
  const { missing } = data
  const columns = missing.map((field) => translated(columnOf(field).label)).join(', ')
  const isStopped = begin.isPending || missing.length > 0
  const go = (what: 'check' | 'run') =>
    begin.mutate({
      by: what === 'check' ? checkVehicleImport : runVehicleImport,
      mapping: mapping ?? data.mapping,
      auctionId,
    })
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
        <h2 id="go" className="text-lg">{t`Check, then import`}</h2>
        {missing.length === 0 ? null : (
          <p className="mt-2 font-semibold text-outbid">{t`Missing a column or value: ${columns}.`}</p>
        )}
        <Offer auctionId={auctionId} onChange={setAuctionId} />
        {begin.error === null ? null : (
          <div className="mt-4">
            <RequestFailed title={t`Nothing was started`} failure={begin.error} />
          </div>
        )}
        <Ways state={state} isStopped={isStopped} onGo={go} />
        <p className="mt-3 max-w-[44rem] text-sm text-slate">{t`Rows with errors are skipped; all others are imported. Vehicles you already have aren’t added again, and vehicles edited by hand are never overwritten. You can undo an import until one of its lots is published.`}</p>
      </section>
    </>
  )
}

function Offer({ auctionId, onChange }: { auctionId: string | null; onChange: (auctionId: string | null) => void }) {
  const { data: auctions = [] } = usePlannedAuctions()
  return (
    <div className="mt-4 max-w-[30rem]">
      <Field
        label={t`Add to auction`}
        hint={t`Each vehicle becomes a lot at the end of the run list and needs an opening bid.`}
      >
        <Select value={auctionId ?? ''} onChange={(event) => onChange(event.target.value || null)}>
          <option value="">{t`No auction: add vehicles only`}</option>
          <Options
            of={auctions.map((auction) => [
              auction.id,
              `${auction.title}, ${formatInstant(auction.startsAt)} (${translated(AUCTION_STATE_WORDS[auction.state])})`,
            ])}
          />
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
      >{t`Check all ${plural(state.rowCount, { one: '# row', other: '# rows' })}`}</Button>
      <Button
        variant={state.state === 'ready' ? 'outline' : 'default'}
        aria-disabled={isStopped}
        onClick={() => isStopped || onGo('run')}
      >
        {state.state === 'done' ? t`Import again` : t`Import`}
      </Button>
    </div>
  )
}
