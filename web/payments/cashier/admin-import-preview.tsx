import { useState } from 'react'
import { BANK_IMPORTS, type BankImport, type BankMapping, type BankPreview } from '#contract/payments/transfers.ts'
import { ColumnChoice } from '#web/ui/import/column-choice.tsx'
import { FaultTable } from '#web/ui/import/fault-table.tsx'
import { ImportCounts } from '#web/ui/import/import-parts.tsx'
import { ImportDoubts } from './import-doubts.tsx'
import { useBegin, useImportPreview } from '#web/ui/import/use-import.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { formatDate } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Heads, Table } from '#web/ui/table.tsx'
import { plural, t } from '#web/platform/language/text.ts'

/** The file's contents under the chosen columns, before anything is booked. */
export function ImportPreview({ state: { id, fileName }, onClose }: { state: BankImport; onClose: () => void }) {
  const [mapping, setMapping] = useState<BankMapping | null>(null)
  const { data, error } = useImportPreview(BANK_IMPORTS, id, mapping)
  const [separate, setSeparate] = useState<ReadonlySet<number>>(new Set())
  const run = useBegin(BANK_IMPORTS, id)
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="mt-4 h-64" />
    ) : (
      <div className="mt-4">
        <RequestFailed title={t`We couldn’t read ${fileName}`} failure={error} />
        <Button variant="outline" className="mt-4" onClick={onClose}>{t`Choose another file`}</Button>
      </div>
    )
  }
  const { counts } = data
  const fresh = counts.fresh + counts.outgoing + separate.size
  return (
    <>
      {run.error === null ? null : (
        <div className="mt-4">
          <RequestFailed title={t`Nothing was imported`} failure={run.error} />
        </div>
      )}
      <p className="mt-2 text-slate">{readingWords(fileName, data)}</p>
      <details className="mt-2" open={mapping !== null || counts.faulty > 0 || fresh + counts.known === 0}>
        <summary className="min-h-11 cursor-pointer py-2.5 text-link">{t`Change columns`}</summary>
        <Columns
          header={data.header}
          mapping={data.mapping}
          onChange={(changed) => {
            setMapping(changed)
            setSeparate(new Set())
          }}
        />
      </details>
      <ImportCounts counts={countsOf(counts)} />
      <Sample preview={data} />
      <ImportDoubts preview={data} separate={separate} onChange={setSeparate} />
      {data.faults.length === 0 ? null : (
        <div className="mt-6">
          <h3 className="text-base font-semibold">{t`Unreadable lines`}</h3>
          <FaultTable caption={t`Errors`} faults={data.faults} />
        </div>
      )}
      <p className="mt-6 max-w-[44rem] text-sm text-slate">{t`Transfers with our reference are matched, and their payers are notified. There’s no undo for the whole file; you can undo a match or remove a line one by one.`}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          aria-disabled={run.isPending || fresh === 0}
          onClick={() => run.isPending || fresh === 0 || run.mutate({ mapping: data.mapping, separate: [...separate] })}
        >
          {run.isPending ? t`Starting` : t`Import ${plural(fresh, { one: '# line', other: '# lines' })}`}
        </Button>
        <Button variant="outline" onClick={onClose}>{t`Choose another file`}</Button>
      </div>
    </>
  )
}

function countsOf(counts: BankPreview['counts']) {
  return [
    { text: plural(counts.fresh, { one: '# new', other: '# new' }) },
    {
      text: plural(counts.matching, { one: '# with our reference', other: '# with our reference' }),
    },
    {
      text: plural(counts.known, { one: '# already imported', other: '# already imported' }),
    },
    {
      text: plural(counts.outgoing, {
        one: '# money out, kept for reference',
        other: '# money out, kept for reference',
      }),
    },
    {
      text: plural(counts.otherCurrency, {
        one: '# in another currency, to handle manually',
        other: '# in another currency, to handle manually',
      }),
    },
    {
      text: plural(counts.ignored, { one: '# without an amount', other: '# without an amount' }),
    },
    {
      text: plural(counts.faulty, { one: '# with errors, skipped', other: '# with errors, skipped' }),
      isBad: counts.faulty > 0,
    },
  ]
}

const SINGLE = [
  ['bookedOn', t`Date`, true],
  ['amount', t`Amount`, true],
  ['debit', t`Amount out`, false],
  ['direction', t`Debit or credit`, false],
  ['currency', t`Currency`, false],
  ['payerName', t`Payer`, false],
  ['payerAccount', t`Payer’s account`, false],
  ['bankId', t`Bank’s own ID`, false],
] as const

/** How many rows the file has, and the columns from which the day, the amount and the reference are read. */
function readingWords(fileName: string, { rowCount, header, mapping }: BankPreview): string {
  const [date, amount, reference] = [mapping.bookedOn, mapping.amount, mapping.text[0]!].map(
    (column) => header[column] ?? '',
  )
  return t`${fileName}: ${plural(rowCount, { one: '# row', other: '# rows' })}. Date from “${date}”, amount from “${amount}”, reference from “${reference}”.`
}

function Columns({
  header,
  mapping,
  onChange,
}: {
  header: readonly string[]
  mapping: BankMapping
  onChange: (mapping: BankMapping) => void
}) {
  return (
    <div className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
      {SINGLE.map(([name, label, needed]) => (
        <ColumnChoice
          key={name}
          label={label}
          header={header}
          value={mapping[name]}
          none={needed ? undefined : t`None`}
          onChange={(column) => onChange({ ...mapping, [name]: column })}
        />
      ))}
      <ColumnChoice
        label={t`Reference text`}
        header={header}
        value={mapping.text[0]}
        onChange={(column) => onChange({ ...mapping, text: [column ?? 0] })}
      />
      <Field label={t`Date format`}>
        <Select
          value={mapping.dayOrder ?? ''}
          onChange={(event) => onChange({ ...mapping, dayOrder: event.target.value as BankMapping['dayOrder'] })}
        >
          {mapping.dayOrder === null ? <option value="">{t`Choose`}</option> : null}
          <option value="ymd">{t`year-month-day`}</option>
          <option value="dmy">{t`day.month.year`}</option>
          <option value="mdy">{t`month/day/year`}</option>
        </Select>
      </Field>
      <Field label={t`Amount format`}>
        <Select
          value={mapping.decimal}
          onChange={(event) => onChange({ ...mapping, decimal: event.target.value as BankMapping['decimal'] })}
        >
          <option value=".">1,234.50</option>
          <option value=",">1.234,50</option>
        </Select>
      </Field>
    </div>
  )
}

const OUTCOMES = {
  known: t`Already imported`,
  'maybe-known': t`Maybe already imported`,
  matches: t`Matches a reference`,
  unmatched: t`Match manually`,
  outgoing: t`Money out`,
  'other-currency': t`Another currency: handle manually`,
}

function Sample({ preview }: { preview: BankPreview }) {
  if (preview.rows.length === 0) return null
  return (
    <div className="mt-4">
      <Table caption={t`Preview of the first rows`} dense>
        <Heads of={[t`Line`, t`Date`, t`Payer`, t`Text`, { right: t`Amount` }, t`Result`]} />
        <tbody>
          {preview.rows.map((row) => (
            <tr key={row.line}>
              <td>{row.line}</td>
              <td className="whitespace-nowrap">{formatDate(row.bookedOn)}</td>
              <td>{row.payerName}</td>
              <td className="max-w-80 break-words">{row.text}</td>
              <td className="text-right whitespace-nowrap">{formatExactMoney(row.amount, row.currency)}</td>
              <td>{OUTCOMES[row.outcome]}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
