import type { ImportPreview } from '#contract/lots/import.ts'
import type { RowNote } from '#contract/platform/file-import.ts'
import { formatMoney } from '#web/platform/money.ts'
import { guideWords } from '../guide-words.ts'
import { Heads, Table } from '#web/ui/table.tsx'

/** The first rows as they would be imported, with what is wrong in each of them. */
export function ImportSample({ preview }: { preview: ImportPreview }) {
  return (
    <section aria-labelledby="sample" className="mt-8">
      <h2 id="sample" className="text-lg">
        The first {preview.rows.length} rows
      </h2>
      <div className="mt-3">
        <Table caption="Preview of the first rows" dense stacks>
          <Heads of={[{ right: 'Line' }, 'Vehicle', 'Prices', 'Read as']} />
          <tbody>
            {preview.rows.map(({ line, title, facts, notes, cells, ...terms }) => (
              <tr key={line}>
                <td className="text-right">{line}</td>
                <td data-head="" className="font-semibold sm:min-w-40">
                  {title ?? <span className="text-outbid">Skipped</span>}
                </td>
                <td className="sm:min-w-44">{termsWords(terms, preview.currency)}</td>
                <td className="sm:min-w-80">
                  {facts ?? (
                    <span className="text-slate">
                      {cells
                        .filter((cell) => cell !== '')
                        .slice(0, 8)
                        .join(' · ')}
                    </span>
                  )}
                  {notes.map((note) => (
                    <NoteLine key={`${note.column} ${note.message}`} note={note} />
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  )
}

/** The amounts of the lot, as far as the row has them. */
function termsWords(
  {
    openingBid,
    reserve,
    buyNow,
    guide,
  }: Pick<ImportPreview['rows'][number], 'openingBid' | 'reserve' | 'buyNow' | 'guide'>,
  currency: string,
): string {
  const words = Object.entries({ 'opens at': openingBid, reserve, 'buy now': buyNow }).flatMap(([name, amount]) =>
    amount === null ? [] : [`${name} ${formatMoney(amount, currency)}`],
  )
  if (guide !== null) words.push(`guide ${guideWords(guide, currency)}`)
  return words.length === 0 ? '–' : words.join(' · ')
}

/** An error or a note: shown in text and not by color alone. */
function NoteLine({ note: { column, value, message, isFault } }: { note: RowNote }) {
  return (
    <span className={isFault ? 'block text-outbid' : 'block text-slate'}>
      {isFault ? 'Error' : 'Note'}
      {column === null ? '' : ` in ${column}`}
      {value === '' ? '' : ` “${value}”`}: {message}
    </span>
  )
}
