import { EmailText } from '../email-text.tsx'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import {
  type AdminList,
  type Column,
  type ItemOf,
  type SortOf,
  statusWords,
  valueOf,
} from '#contract/platform/admin-list.ts'
import { formatExactMoney, formatMoney } from '#web/platform/money.ts'
import { formatDate, formatInstant } from '#web/platform/time.ts'
import { Table } from '../table.tsx'
import { SortHead } from './list-controls.tsx'
import type { Sorting, UrlFilter } from './use-url-filter.ts'
import { locale } from '#web/platform/language/language.ts'
import { t, translated } from '#web/platform/language/text.ts'

/** What a screen says about its rows beyond the description. */
export type TableParts<L extends AdminList> = {
  caption: string
  /** How a column is rendered, where its kind does not determine it. */
  cells?: { [K in keyof L['columns']]?: (item: ItemOf<L>) => ReactNode }
  /** The target of a row's link; null: no link. */
  href?: (item: ItemOf<L>) => string | null
  /** The actions of a row; `label` is the name of their column, which is visually hidden. */
  actions?: { label: string; of: (item: ItemOf<L>) => ReactNode } | undefined
  /** The column that says what a row is about, if none links to it; on a phone it heads the row. */
  head?: keyof L['columns']
  /** Columns hidden for now. */
  without?: readonly (keyof L['columns'])[]
  isCurrent?: (item: ItemOf<L>) => boolean
}

/** Selected rows, by their ids. */
export type Selection<Item> = {
  chosen: ReadonlySet<string>
  choose: (ids: ReadonlySet<string>) => void
  can: (item: Item) => boolean
}

/** The rows of a list under the heads of its description. `sorting` undefined: in the order received. */
export function AdminTable<L extends AdminList>({
  list,
  items,
  caption,
  sorting,
  onSort,
  selection,
  cells = {},
  href,
  actions,
  without = [],
  head = Object.entries(list.columns).find(([, { kind }]) => kind === 'link')?.[0] ?? '',
  isCurrent,
}: TableParts<L> & {
  list: L
  items: readonly ItemOf<L>[]
  sorting?: Sorting<SortOf<L>>
  onSort?: UrlFilter['set']
  selection?: Selection<ItemOf<L>> | undefined
}) {
  const columns = Object.entries(list.columns).filter(([name, column]) => isShown(column) && !without.includes(name))
  return (
    <Table caption={caption} dense className="sm:[&_td]:py-0.5! [&_th]:align-middle!">
      <thead>
        <tr>
          {selection === undefined ? null : <ChooseAll items={items} selection={selection} />}
          {columns.map(([name, { label, kind, sort }]) => (
            <SortHead
              key={name}
              by={sort === undefined || onSort === undefined ? null : name}
              sorting={sorting ?? {}}
              onSort={(to) => onSort?.(to)}
              first={sort ?? 'up'}
              right={isFigure(kind)}
            >
              {translated(label)}
            </SortHead>
          ))}
          {actions === undefined ? null : (
            <th scope="col">
              <span className="sr-only">{actions.label}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr
            key={idOf(item)}
            aria-current={isCurrent?.(item) === true || undefined}
            className="hover:bg-fog aria-[current=true]:bg-fog"
          >
            {selection === undefined ? null : <Choose item={item} selection={selection} />}
            {columns.map(([name, column]) => (
              <td
                key={name}
                className={clsx(classOf(column.kind), cells[name] === undefined && widthOf(column.kind))}
                data-head={name === head ? '' : undefined}
              >
                {(cells[name] ?? ((one) => shown(name, column, one, href)))(item)}
              </td>
            ))}
            {actions === undefined ? null : <td className="text-right">{actions.of(item)}</td>}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function isShown({ in: place }: Column<never>): boolean {
  return place === undefined || place === 'page'
}

function isFigure(kind: Column<never>['kind']): boolean {
  return kind === 'money' || kind === 'price' || kind === 'number'
}

function classOf(kind: Column<never>['kind']): string {
  return clsx(isFigure(kind) && 'text-right', kind !== 'text' && kind !== 'link' && 'sm:whitespace-nowrap')
}

/** A word without end, such as an address, is broken: it would make the whole list scroll. */
function widthOf(kind: Column<never>['kind']): string {
  // A link's own width and the cell's padding.
  if (kind === 'link') return 'sm:max-w-72'
  return kind === 'text' ? 'sm:max-w-56 sm:wrap-break-word' : ''
}

function shown<L extends AdminList>(
  name: string,
  column: Column<never>,
  item: ItemOf<L>,
  href: TableParts<L>['href'],
): ReactNode {
  const value = valueOf(name, column, item as object)
  if (value === null) return '–'
  switch (column.kind) {
    case 'money':
      return formatExactMoney(Number(value), (item as { currency: string }).currency)
    case 'price':
      return formatMoney(Number(value), (item as { currency: string }).currency)
    case 'number':
      return value.toLocaleString(locale)
    case 'instant':
      return formatInstant(Number(value))
    case 'day':
      return formatDate(String(value))
    case 'yes-no':
      return value === true ? t`Yes` : t`No`
    case 'status':
      return statusWords(column, typeof value === 'object' ? value : String(value), translated)
    case 'link':
      return <RowLink href={href?.(item) ?? null}>{String(value)}</RowLink>
    case 'text':
      return EMAIL.test(String(value)) ? <EmailText email={String(value)} /> : String(value)
    default:
      return column.kind satisfies never
  }
}

const EMAIL = /^\S+@\S+$/

/** The link that opens a row. */
export function RowLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children
  return (
    <Link
      href={href}
      className="inline-flex min-h-9 max-w-full items-center sm:max-w-68 font-semibold underline decoration-line underline-offset-4 hover:decoration-ink pointer-coarse:min-h-11"
    >
      <span className="min-w-0 wrap-anywhere sm:wrap-break-word">{children}</span>
    </Link>
  )
}

/** Items of lists have ids. */
export function idOf(item: unknown): string {
  return (item as { id: string }).id
}

function ChooseAll<Item>({
  items,
  selection: { chosen, choose, can },
}: {
  items: readonly Item[]
  selection: Selection<Item>
}) {
  const all = items.filter(can).map(idOf)
  const isAll = all.length > 0 && all.every((id) => chosen.has(id))
  return (
    <th scope="col">
      <Tick
        label={t`Select all`}
        checked={isAll}
        disabled={all.length === 0}
        onTick={() => choose(new Set(isAll ? [] : all))}
      />
    </th>
  )
}

function Choose<Item>({ item, selection: { chosen, choose, can } }: { item: Item; selection: Selection<Item> }) {
  const id = idOf(item)
  const toggle = () => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    choose(next)
  }
  return <td>{can(item) ? <Tick label={t`Select`} checked={chosen.has(id)} onTick={toggle} /> : null}</td>
}

function Tick({ label, onTick, ...box }: { label: string; checked: boolean; disabled?: boolean; onTick: () => void }) {
  return (
    <label className="inline-flex min-h-9 min-w-9 items-center max-sm:justify-end pointer-coarse:min-h-11 pointer-coarse:min-w-11">
      <input {...box} type="checkbox" className="size-4 accent-ink" onChange={onTick} />
      <span className="sr-only">{label}</span>
    </label>
  )
}
