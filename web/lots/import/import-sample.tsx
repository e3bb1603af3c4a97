import type { ImportPreview } from '#contract/lots/import.ts'
import type { RowNote } from '#contract/platform/file-import.ts'
import { formatMoney } from '#web/platform/money.ts'
import { guideWords } from '../guide-words.ts'
import { Heads, Table } from '#web/ui/table.tsx'
import { plural, t, translated } from '#web/platform/language/text.ts'

/** The first rows as they would be imported, with what is wrong in each of them. */
export function ImportSample({ preview }: { preview: ImportPreview }) {
  return (
    <section aria-labelledby="sample" className="mt-8">
      <h2 id="sample" className="text-lg">
        {plural(preview.rows.length, { one: 'The first row', other: 'The first # rows' })}
      </h2>
      <div className="mt-3">
        <Table caption={t`Preview of the first rows`} dense stacks>
          <Heads of={[{ right: t`Line` }, t`Vehicle`, t`Prices`, t`Read as`]} />
          <tbody>
            {preview.rows.map(({ line, title, facts, notes, cells, ...terms }) => (
              <tr key={line}>
                <td className="text-right">{line}</td>
                <td data-head="" className="font-semibold sm:min-w-40">
                  {title ?? <span className="text-outbid">{t`Skipped`}</span>}
                </td>
                <td className="sm:min-w-44">{termsWords(terms, preview.currency)}</td>
                <td className="sm:min-w-80">
                  {facts?.split(' · ').map(translated).join(' · ') ?? (
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
  const words = [
    openingBid === null ? null : t`opens at ${formatMoney(openingBid, currency)}`,
    reserve === null ? null : t`reserve ${formatMoney(reserve, currency)}`,
    buyNow === null ? null : t`buy now ${formatMoney(buyNow, currency)}`,
    guide === null ? null : t`guide ${guideWords(guide, currency)}`,
  ].filter((part) => part !== null)
  return words.length === 0 ? '–' : words.join(' · ')
}

/** An error or a note: shown in text and not by color alone. */
function NoteLine({ note: { column, value, message, isFault } }: { note: RowNote }) {
  const kind = isFault ? t`Error` : t`Note`
  const place = column === null ? kind : isFault ? t`Error in ${column}` : t`Note in ${column}`
  return (
    <span className={isFault ? 'block text-outbid' : 'block text-slate'}>
      {value === '' ? place : t`${place} “${value}”`}: {translated(message)}
    </span>
  )
}
