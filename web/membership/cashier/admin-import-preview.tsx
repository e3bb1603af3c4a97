import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type BankMapping, type BankPreview, previewBankImport, type RowFault } from '#contract/transfers.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { formatDate } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'

/** What the file holds by the columns as they are chosen, before anything is booked. */
export function ImportPreview({
  importId,
  fileName,
  busy,
  onRun,
  onClose,
}: {
  importId: string
  fileName: string
  busy: boolean
  onRun: (mapping: BankMapping) => void
  onClose: () => void
}) {
  const [mapping, setMapping] = useState<BankMapping | null>(null)
  const { data, error } = useQuery({
    queryKey: [previewBankImport.path, importId, mapping],
    queryFn: ({ signal }) =>
      call(previewBankImport, { params: { importId }, body: mapping === null ? {} : { mapping } }, signal),
    staleTime: 0,
    placeholderData: (held) => held,
  })
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="mt-4 h-64" />
    ) : (
      <div className="mt-4">
        <Notice tone="bad" title={`${fileName} cannot be read`}>
          {wordsOfFailure(error)}
        </Notice>
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
      <p className="mt-2 text-slate">
        {fileName}: {data.rowCount} rows. {readingWords(data)}
      </p>
      <details className="mt-2" open={mapping !== null || counts.faulty > 0 || fresh + counts.known === 0}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-notice underline underline-offset-4">
          Change how columns are read
        </summary>
        <Columns header={data.header} mapping={data.mapping} onChange={setMapping} />
      </details>
      <ul className="mt-6 grid max-w-[44rem] grid-cols-2 gap-x-6 gap-y-1 sm:grid-cols-3">
        <Count words="new" count={counts.fresh} />
        <Count words="with a reference of ours" count={counts.matching} />
        <Count words="in the books already" count={counts.known} />
        <Count words="money out, kept to be seen" count={counts.outgoing} />
        <Count words="in another currency, to be handled by hand" count={counts.otherCurrency} />
        <Count words="without an amount" count={counts.ignored} />
        <Count words="with faults, left out" count={counts.faulty} bad={counts.faulty > 0} />
      </ul>
      <Sample preview={data} />
      <Faults faults={data.faults} />
      <div className="mt-6 flex flex-wrap gap-3">
        <Button aria-disabled={busy || fresh === 0} onClick={() => onRun(data.mapping)}>
          {busy ? 'Starting' : `Import ${fresh} ${fresh === 1 ? 'line' : 'lines'}`}
        </Button>
        <Button variant="outline" onClick={onClose}>
          Not this file
        </Button>
      </div>
    </>
  )
}

function Count({ words, count, bad = false }: { words: string; count: number; bad?: boolean }) {
  return (
    <li className={bad ? 'font-semibold text-outbid' : ''}>
      <span className="tabular font-semibold">{count}</span> {words}
    </li>
  )
}

const SINGLE = [
  ['bookedOn', 'Day', true],
  ['amount', 'Amount', true],
  ['debit', 'Amount of money out', false],
  ['direction', 'Debit or credit', false],
  ['currency', 'Currency', false],
  ['payerName', 'Payer', false],
  ['payerAccount', 'Payer’s account', false],
  ['bankId', 'The bank’s own id', false],
] as const

/** Which columns the day, the amount and the reference are read from. */
function readingWords({ header, mapping }: BankPreview): string {
  const named = (column: number) => `“${header[column] || `Column ${column + 1}`}”`
  return `Day from ${named(mapping.bookedOn)}, amount from ${named(mapping.amount)}, reference from ${named(mapping.text[0]!)}.`
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
  const columns = header.map((name, column) => (
    <option key={column} value={column}>
      {name === '' ? `Column ${column + 1}` : name}
    </option>
  ))
  return (
    <div className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
      {SINGLE.map(([name, label, needed]) => (
        <Field key={name} label={label}>
          <Select
            value={mapping[name] ?? ''}
            onChange={(event) => {
              const { value } = event.target
              onChange({ ...mapping, [name]: value === '' ? null : Number(value) })
            }}
          >
            {needed ? null : <option value="">None</option>}
            {columns}
          </Select>
        </Field>
      ))}
      <Field label="Text with the reference">
        <Select
          value={mapping.text[0]}
          onChange={(event) => onChange({ ...mapping, text: [Number(event.target.value)] })}
        >
          {columns}
        </Select>
      </Field>
      <Field label="Days are written">
        <Select
          value={mapping.dayOrder}
          onChange={(event) => onChange({ ...mapping, dayOrder: event.target.value as BankMapping['dayOrder'] })}
        >
          <option value="ymd">year-month-day</option>
          <option value="dmy">day.month.year</option>
          <option value="mdy">month/day/year</option>
        </Select>
      </Field>
      <Field label="Amounts are written">
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
  known: 'In the books already',
  matches: 'Matches a reference',
  unmatched: 'To be matched by hand',
  outgoing: 'Money out',
  'other-currency': 'Another currency: handle by hand',
}

function Sample({ preview }: { preview: BankPreview }) {
  if (preview.rows.length === 0) return null
  return (
    <div className="mt-4">
      <Table caption="First rows as they are read" dense>
        <thead>
          <tr>
            {['Line', 'Day', 'Payer', 'Text'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col" className="text-right">
              Amount
            </th>
            <th scope="col">What becomes of it</th>
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row) => (
            <tr key={row.line}>
              <td>{row.line}</td>
              <td className="whitespace-nowrap">{formatDate(row.bookedOn)}</td>
              <td>{row.payerName}</td>
              <td className="max-w-80 break-words">{row.text}</td>
              <td className="text-right whitespace-nowrap">{formatMoney(row.amount, row.currency, true)}</td>
              <td>{OUTCOMES[row.outcome]}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

/** What could not be read, by line and column; nothing where all could. */
export function Faults({ faults }: { faults: readonly RowFault[] }) {
  if (faults.length === 0) return null
  return (
    <div className="mt-6">
      <h3 className="text-base font-semibold">What could not be read</h3>
      <Table caption="Faults" dense className="mt-2">
        <thead>
          <tr>
            {['Line', 'Column', 'Fault'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {faults.map((fault) => (
            <tr key={`${fault.line} ${fault.column ?? ''}`}>
              <td>{fault.line}</td>
              <td>{fault.column}</td>
              <td>{fault.message}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
