import type { ReactNode } from 'react'
import type { Sorting } from './use-url-filter.ts'

/** A column's head. A press sorts by it, another the other way round; `by` null: the list is not sorted by this. */
export function SortHead<Sort extends string>({
  by,
  sorting,
  onSort,
  right = false,
  children,
}: {
  by: Sort | null
  sorting: Sorting<Sort>
  onSort: (sorting: { sort: string; order: string }) => void
  right?: boolean
  children: ReactNode
}) {
  const align = right ? 'text-right' : ''
  if (by === null)
    return (
      <th scope="col" className={align}>
        {children}
      </th>
    )
  const isNow = sorting.sort === by
  const isDown = sorting.order === 'down'
  return (
    <th scope="col" aria-sort={isNow ? (isDown ? 'descending' : 'ascending') : undefined} className={align}>
      <button
        type="button"
        className="min-h-9 underline decoration-line underline-offset-4"
        onClick={() => onSort({ sort: by, order: isNow && !isDown ? 'down' : 'up' })}
      >
        {children}
        {isNow ? (isDown ? ' ↓' : ' ↑') : ''}
      </button>
    </th>
  )
}
