import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Table } from './table.tsx'

afterEach(cleanup)

type Given = { heads: string[]; rows: string[][]; whole?: boolean; stacks?: boolean }

function Sheet({ heads, rows, whole = false, stacks = false }: Given) {
  return (
    <Table caption="Payments" whole={whole} stacks={stacks}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head === 'Actions' ? <span className="sr-only">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join()}>
            {row.map((cell) => (
              <td key={cell} colSpan={row.length === 1 ? heads.length : undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={3}>In all</td>
          <td>$297.00</td>
        </tr>
      </tfoot>
    </Table>
  )
}

const HEADS = ['Started ↓', 'Person', 'State', 'Amount', 'Actions']
const label = (text: string) => screen.getByText(text).dataset['label']

test('a table with many columns names them in every cell, including rows added later', () => {
  const { rerender } = render(<Sheet heads={HEADS} rows={[['Monday', 'Ada', 'Paid', '$99.00', 'Refund']]} />)
  expect(screen.getByRole('table').dataset['stacks']).toBe('')
  expect(['Monday', 'Ada', '$99.00', 'Refund'].map(label)).toEqual(['Started', 'Person', 'Amount', undefined])
  expect(['In all', '$297.00'].map(label)).toEqual([undefined, 'Amount'])
  rerender(<Sheet heads={HEADS} rows={[['Tuesday', 'Boris', 'Failed', '–', 'None'], ['Nobody else paid']]} />)
  expect(['Tuesday', 'Boris', 'Nobody else paid'].map(label)).toEqual(['Started', 'Person', undefined])
})

test('a table with few columns, or whose columns are compared, stays a table on a phone', () => {
  const { rerender } = render(<Sheet heads={HEADS.slice(0, 4)} rows={[]} />)
  expect(screen.getByRole('table').dataset['stacks']).toBeUndefined()
  rerender(<Sheet heads={HEADS} rows={[]} whole />)
  expect(screen.getByRole('table').dataset['stacks']).toBeUndefined()
})

test('a table of sentences is stacked with few columns, too', () => {
  render(<Sheet heads={HEADS.slice(0, 2)} rows={[['Monday', 'Ada']]} stacks />)
  expect(screen.getByRole('table').dataset['stacks']).toBe('')
  expect(label('Ada')).toBe('Person')
})
