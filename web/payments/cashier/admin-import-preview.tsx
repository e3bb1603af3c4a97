import { useState } from 'react'
import { BANK_IMPORTS, type BankImport, type BankMapping, type BankPreview } from '#contract/payments/transfers.ts'
import { ColumnChoice } from '#web/ui/import/column-choice.tsx'
import { FaultTable } from '#web/ui/import/fault-table.tsx'
import { ImportCounts } from '#web/ui/import/import-parts.tsx'
import { useBegin, useImportPreview } from '#web/ui/import/use-import.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { formatDate } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Heads, Table } from '#web/ui/table.tsx'

/** The file's contents under the chosen columns, before anything is booked. */
export function ImportPreview({ state: { id, fileName }, onClose }: { state: BankImport; onClose: () => void }) {
  const [mapping, setMapping] = useState<BankMapping | null>(null)
  const { data, error } = useImportPreview(BANK_IMPORTS, id, mapping)
  const run = useBegin(BANK_IMPORTS, id)
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="mt-4 h-64" />
    ) : (
      <div className="mt-4">
        <RequestFailed title={`We couldn’t read ${fileName}`} failure={error} />
        <Button variant="outline" className="mt-4" onClick={onClose}>
          Choose another file
        </Button>
      </div>
    )
  }
  const { counts } = data
  const fresh = counts.fresh + counts.outgoing
  return (
    <>
      {run.error === null ? null : (
        <div className="mt-4">
          <RequestFailed title="Nothing was imported" failure={run.error} />
        </div>
      )}
      <p className="mt-2 text-slate">
        {fileName}: {data.rowCount} rows. {readingWords(data)}
      </p>
      <details className="mt-2" open={mapping !== null || counts.faulty > 0 || fresh + counts.known === 0}>
        <summary className="min-h-11 cursor-pointer py-2.5 text-link">Change columns</summary>
        <Columns header={data.header} mapping={data.mapping} onChange={setMapping} />
      </details>
      <ImportCounts
        counts={[
          { words: 'new', count: counts.fresh },
          { words: 'with our reference', count: counts.matching },
          { words: 'already imported', count: counts.known },
          { words: 'money out, kept for reference', count: counts.outgoing },
          { words: 'in another currency, to handle manually', count: counts.otherCurrency },
          { words: 'without an amount', count: counts.ignored },
          { words: 'with errors, skipped', count: counts.faulty, isBad: true },
        ]}
      />
      <Sample preview={data} />
      {data.faults.length === 0 ? null : (
        <div className="mt-6">
          <h3 className="text-base font-semibold">Unreadable lines</h3>
          <FaultTable caption="Errors" faults={data.faults} />
        </div>
      )}
      <p className="mt-6 max-w-[44rem] text-sm text-slate">
        Transfers with our reference are matched, and their payers are notified. There’s no undo for the whole file; you
        can undo a match or remove a line one by one.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          aria-disabled={run.isPending || fresh === 0}
          onClick={() => run.isPending || fresh === 0 || run.mutate({ mapping: data.mapping })}
        >
          {run.isPending ? 'Starting' : `Import ${fresh} ${fresh === 1 ? 'line' : 'lines'}`}
        </Button>
        <Button variant="outline" onClick={onClose}>
          Choose another file
        </Button>
      </div>
    </>
  )
}

const SINGLE = [
  ['bookedOn', 'Date', true],
  ['amount', 'Amount', true],
  ['debit', 'Amount out', false],
  ['direction', 'Debit or credit', false],
  ['currency', 'Currency', false],
  ['payerName', 'Payer', false],
  ['payerAccount', 'Payer’s account', false],
  ['bankId', 'Bank’s own ID', false],
] as const

/** The columns from which the day, the amount and the reference are read. */
function readingWords({ header, mapping }: BankPreview): string {
  const named = (column: number) => `“${header[column] ?? ''}”`
  return `Date from ${named(mapping.bookedOn)}, amount from ${named(mapping.amount)}, reference from ${named(mapping.text[0]!)}.`
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
          none={needed ? undefined : 'None'}
          onChange={(column) => onChange({ ...mapping, [name]: column })}
        />
      ))}
      <ColumnChoice
        label="Reference text"
        header={header}
        value={mapping.text[0]}
        onChange={(column) => onChange({ ...mapping, text: [column ?? 0] })}
      />
      <Field label="Date format">
        <Select
          value={mapping.dayOrder}
          onChange={(event) => onChange({ ...mapping, dayOrder: event.target.value as BankMapping['dayOrder'] })}
        >
          <option value="ymd">year-month-day</option>
          <option value="dmy">day.month.year</option>
          <option value="mdy">month/day/year</option>
        </Select>
      </Field>
      <Field label="Amount format">
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
  known: 'Already imported',
  matches: 'Matches a reference',
  unmatched: 'Match manually',
  outgoing: 'Money out',
  'other-currency': 'Another currency: handle manually',
}

function Sample({ preview }: { preview: BankPreview }) {
  if (preview.rows.length === 0) return null
  return (
    <div className="mt-4">
      <Table caption="Preview of the first rows" dense>
        <Heads of={['Line', 'Date', 'Payer', 'Text', { right: 'Amount' }, 'Result']} />
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
