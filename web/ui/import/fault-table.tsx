import type { RowNote } from '#contract/platform/file-import.ts'
import { Heads, Table } from '../table.tsx'
import { t, translated } from '#web/platform/language/text.ts'

/** Errors and notes of a file by line and column. The kind and the value are shown if they aren't alike in every line. */
export function FaultTable({ caption, faults }: { caption: string; faults: readonly RowNote[] }) {
  const hasNotes = faults.some(({ isFault, value }) => !isFault || value !== '')
  const heads = hasNotes ? [t`Kind`, t`Column`, t`Value`, t`Problem`] : [t`Column`, t`Problem`]
  return (
    <div className="mt-3 max-h-[28rem] overflow-y-auto">
      <Table caption={caption} dense stacks>
        <Heads of={[{ right: t`Line` }, ...heads]} />
        <tbody>
          {faults.map(({ line, column, message, value, isFault }, index) => (
            // A line may have two equal notes; the list is never reordered.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={`${line} ${index}`}>
              <td className="text-right">{line}</td>
              {hasNotes ? (
                <td className={isFault ? 'font-semibold text-outbid' : ''}>{isFault ? t`Error` : t`Note`}</td>
              ) : null}
              <td>{column ?? '–'}</td>
              {hasNotes ? <td className="break-words sm:max-w-48">{value === '' ? '–' : value}</td> : null}
              <td className="sm:min-w-64">{translated(message)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
