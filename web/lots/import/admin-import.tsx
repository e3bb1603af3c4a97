import clsx from 'clsx'
import { useLocation } from 'wouter'
import { listVehicleImports, VEHICLE_IMPORTS, type VehicleImport } from '#contract/lots/import.ts'
import { SendImport, stateWords } from '#web/ui/import/import-parts.tsx'
import { failureMessage } from '#web/platform/request.ts'
import { useRead } from '#web/platform/use-read.ts'
import { paths } from '#web/paths.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { Heads, Table } from '#web/ui/table.tsx'
import { t } from '#web/platform/language/text.ts'

/** A seller's list of vehicles: upload the file here, and see the results of recent ones. */
export default function AdminImport() {
  const [, navigate] = useLocation()
  const { data, error } = useRead(listVehicleImports, {})
  return (
    <>
      <h1 className="text-xl">{t`Import vehicles`}</h1>
      <p className="mt-2 max-w-[44rem] text-slate">{t`A CSV file or the first sheet of an XLSX workbook, up to 20 MB and 50,000 rows. You see how each column is read, and every error by line, before anything is imported. Uploading the same file again adds nothing twice.`}</p>
      <SendImport
        kind={VEHICLE_IMPORTS}
        label={t`Drop a file here, or choose one`}
        onSent={({ id }) => navigate(paths.adminPage(`import/${id}`))}
      />
      <section aria-labelledby="last-files" className="mt-10">
        <h2 id="last-files" className="text-lg">{t`Recent files`}</h2>
        <div className="mt-3">
          {data !== undefined ? (
            <LastFiles imports={data.items} />
          ) : error === null ? (
            <Skeleton className="h-32" />
          ) : (
            <Notice tone="bad" title={t`We couldn’t load the list`}>
              {failureMessage(error)}
            </Notice>
          )}
        </div>
      </section>
    </>
  )
}

function LastFiles({ imports }: { imports: readonly VehicleImport[] }) {
  if (imports.length === 0) return <p className="text-slate">{t`No files yet.`}</p>
  return (
    <Table caption={t`Recent files`} dense>
      <Heads of={[t`File`, t`State`, { right: t`New` }, { right: t`Skipped` }, t`Uploaded`]} />
      <tbody>
        {imports.map((one) => (
          <tr key={one.id}>
            <td className="max-w-64 break-words">
              <RowLink href={paths.adminPage(`import/${one.id}`)}>{one.fileName}</RowLink>
            </td>
            <td>{stateWords(one)}</td>
            <td className="text-right">{one.counts.fresh}</td>
            <td className={clsx('text-right', one.counts.faulty > 0 && 'font-semibold text-outbid')}>
              {one.counts.faulty}
            </td>
            <td className="whitespace-nowrap">{formatInstant(one.createdAt)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
