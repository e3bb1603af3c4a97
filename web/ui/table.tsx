import clsx from 'clsx'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'

/** Tables with fewer columns than this fit on a phone unchanged. */
const STACKS_FROM = 5

/**
 * A table. On a phone, one with many columns stacks its rows (table.css); one that is still too wide, or is `whole`
 * because its columns are compared, scrolls sideways in its own box; one whose cells hold sentences `stacks` with any
 * number of columns. `caption` names it for screen readers. The rows of a
 * `dense` one are 40 px high.
 */
export function Table({
  caption,
  dense = false,
  whole = false,
  stacks = false,
  className,
  children,
  ...rest
}: ComponentProps<'table'> & { caption: ReactNode; dense?: boolean; whole?: boolean; stacks?: boolean }) {
  const table = useRef<HTMLTableElement>(null)
  // After every change: rows come and go.
  useEffect(() => {
    if (table.current !== null && !whole) nameCells(table.current, stacks ? 0 : STACKS_FROM)
  })
  return (
    // A box that scrolls must be reachable by keyboard.
    <div
      // Positioned: the visually hidden caption would otherwise widen the page instead of this box.
      className="relative overflow-x-auto"
      role="region"
      aria-label={typeof caption === 'string' ? caption : undefined}
      tabIndex={0}
    >
      <table
        {...rest}
        ref={table}
        className={clsx(
          'tabular w-full border-collapse text-left',
          '[&_td]:border-t [&_td]:border-line [&_th]:align-bottom [&_thead_th]:text-xs [&_thead_th]:font-semibold [&_thead_th]:text-slate',
          dense
            ? 'text-xs [&_td>.inline-flex]:align-middle [&_td]:px-2 [&_td]:py-1 [&_td]:align-middle sm:[&_td]:h-10 [&_th]:px-2 [&_th]:py-1.5'
            : '[&_td]:px-3 [&_td]:py-3 [&_td]:align-top [&_th]:px-3 [&_th]:py-2',
          className,
        )}
      >
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  )
}

/** A column's name; `right`: above figures; `unseen`: for screen readers only, above buttons. */
type Head = string | { right: string } | { unseen: string }

/** The heads of a table, each above its column. */
export function Heads({ of }: { of: readonly Head[] }) {
  return (
    <thead>
      <tr>
        {of.map((head) =>
          typeof head === 'string' ? (
            <th key={head} scope="col">
              {head}
            </th>
          ) : 'right' in head ? (
            <th key={head.right} scope="col" className="text-right">
              {head.right}
            </th>
          ) : (
            <th key={head.unseen} scope="col">
              <span className="sr-only">{head.unseen}</span>
            </th>
          ),
        )}
      </tr>
    </thead>
  )
}

/** Gives every cell its column's name, for layouts without heads above. Cells that span several columns have none. */
function nameCells(table: HTMLTableElement, from: number): void {
  const heads = table.querySelectorAll('thead > tr:first-child > *')
  if (heads.length < from) return
  const names = Array.from(heads, (head) =>
    head.querySelector('.sr-only') === null ? head.textContent.replace(/ [↑↓]$/, '') : '',
  )
  table.dataset['stacks'] = ''
  for (const row of table.querySelectorAll('tbody > tr, tfoot > tr')) {
    let column = 0
    for (const cell of row.children) {
      const wide = Number(cell.getAttribute('colspan') ?? 1)
      const name = wide === 1 ? names[column] : ''
      column += wide
      if (name === undefined || name === '') cell.removeAttribute('data-label')
      else cell.setAttribute('data-label', name)
      cell.toggleAttribute('data-none', cell.textContent === '–')
    }
  }
}
