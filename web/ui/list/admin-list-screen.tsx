import { type ReactNode, useState } from 'react'
import { accessDenial } from '#contract/accounts/access.ts'
import type { AdminList, Filter, ItemOf, Listed, PageOf } from '#contract/platform/admin-list.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { Field, Select } from '../field.tsx'
import { NextMark } from '../marks.tsx'
import { useMediaQuery } from '../media-query.ts'
import { ExportButton, Paging, TurnButton } from './list-controls.tsx'
import { AdminTable, idOf, type Selection, type TableParts } from './admin-table.tsx'
import { ChoiceField, DayField, ReadList, SearchField } from './list-filter.tsx'
import { sortsOf, useAdminList } from './use-admin-list.ts'
import type { Sorting, UrlFilter } from './use-url-filter.ts'
import { t, translated } from '#web/platform/language/text.ts'

type Codes = Partial<Record<string, readonly (readonly [value: string, words: string])[]>>

type Parts<L extends AdminList> = Omit<TableParts<L>, 'caption'> & {
  list: Listed<L>
  title: string
  /** How many rows there are, in words: `3 payments`. */
  count: (total: number) => string
  /** The text for an empty list. */
  empty: { title: string; text?: string }
  intro?: ReactNode
  /** Next to the export. */
  buttons?: ReactNode
  /** Between the title and the filters. */
  above?: (data: PageOf<L> | undefined) => ReactNode
  /** After the count. */
  sums?: (data: PageOf<L>) => ReactNode
  /** Values offered by filters of the kind `code`, and text for options known only with the reply. */
  codes?: (data: PageOf<L> | undefined) => Codes
  /** What can be done with all selected rows, and which rows can be selected. */
  bulk?: { can: (item: ItemOf<L>) => boolean; of: (chosen: ItemOf<L>[]) => ReactNode }
  /** Shown instead of a table. */
  rows?: (items: ItemOf<L>[]) => ReactNode
  /** How often it reloads on its own, in ms; lists that the feed keeps up to date need none. */
  everyMs?: number
}

/** A complete admin list screen, built from its description. Filters, sorting and page are in the URL. */
export function AdminListScreen<L extends AdminList>(parts: Parts<L>) {
  const { list, title, intro, buttons, above, codes } = parts
  const state = useAdminList(list, parts.everyMs)
  return (
    <>
      <ListTitle list={list} title={title} query={state.query}>
        {buttons}
      </ListTitle>
      {intro === undefined ? null : <p className="mt-3 max-w-prose text-sm text-slate">{intro}</p>}
      {above?.(state.data)}
      <ListFilters
        list={list}
        filter={state.filter}
        sorting={state.sorting}
        codes={codes?.(state.data) ?? {}}
        hasHeads={parts.rows === undefined}
      />
      <div aria-busy={state.isHeld}>
        <ReadList data={state.data} error={state.error}>
          {(data) =>
            data.items.length === 0 ? (
              <Nothing {...{ state, empty: parts.empty }} />
            ) : (
              <Found {...{ parts, state, data }} />
            )
          }
        </ReadList>
      </div>
      <Places state={state} />
    </>
  )
}

/** The title of a list with its export, for people who may export it. */
export function ListTitle({
  list: { csv, name },
  title,
  query,
  children,
}: {
  list: AdminList
  title: string
  query: object
  children?: ReactNode
}) {
  const { user } = useUser()
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <h1 className="text-xl">{title}</h1>
      <div className="flex flex-wrap items-center gap-3">
        {csv === null || accessDenial(user, csv.access) !== null ? null : (
          <ExportButton from={csv} query={query} name={`${name}.csv`} />
        )}
        {children}
      </div>
    </div>
  )
}

type State<L extends AdminList> = ReturnType<typeof useAdminList<L>>

function Found<L extends AdminList>({ parts, state, data }: { parts: Parts<L>; state: State<L>; data: PageOf<L> }) {
  const { list, title, count, bulk, sums, rows, ...table } = parts
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const ticked = bulk === undefined ? [] : data.items.filter((item) => chosen.has(idOf(item)) && bulk.can(item))
  const selection: Selection<ItemOf<L>> | undefined = bulk === undefined ? undefined : { chosen, choose, can: bulk.can }
  return (
    <>
      <div className="mb-3 flex min-h-9 flex-wrap items-center gap-3">
        <p role="status" className="tabular text-sm text-slate">
          {data.isMinimum === true ? t`More than ${count(data.total)}` : count(data.total)}
          {sums?.(data)}
        </p>
        {ticked.length === 0 ? null : bulk?.of(ticked)}
      </div>
      {rows === undefined ? (
        <AdminTable
          {...table}
          caption={title}
          list={list}
          items={data.items}
          sorting={state.sorting}
          onSort={state.filter.set}
          selection={selection}
        />
      ) : (
        rows(data.items)
      )}
    </>
  )
}

function Nothing<L extends AdminList>({ state, empty }: { state: State<L>; empty: Parts<L>['empty'] }) {
  if (!state.isFiltered) return <EmptyState title={empty.title}>{empty.text}</EmptyState>
  return (
    <EmptyState
      title={t`Nothing matches`}
      action={<Button variant="outline" onClick={state.clear}>{t`Clear filters`}</Button>}
    >{t`Remove a filter or use fewer words.`}</EmptyState>
  )
}

function Places<L extends AdminList>({ state: { data, filter, cursors } }: { state: State<L> }) {
  const { passed, turn } = cursors
  if (data?.pages !== undefined) return <Paging page={filter.page} pages={data.pages} onTurn={filter.turn} />
  const next = data?.next ?? null
  if (passed.length === 0 && next === null) return null
  return (
    <nav aria-label={t`Pages`} className="mt-4 flex gap-3">
      <TurnButton to={passed.length === 0 ? null : passed.slice(0, -1)} onTurn={turn}>{t`Back`}</TurnButton>
      <TurnButton to={next === null ? null : [...passed, next]} onTurn={turn}>{t`Next`}</TurnButton>
    </nav>
  )
}

/** The filters of a list, and its sort order where no column head shows it. */
export function ListFilters({
  list,
  filter,
  sorting,
  codes = {},
  hasHeads = true,
}: {
  list: AdminList
  filter: UrlFilter
  sorting: Sorting<string>
  codes?: Codes
  hasHeads?: boolean
}) {
  const wide = useMediaQuery('(min-width: 40rem)')
  const shown = Object.entries(list.filters)
  // Sort keys without a column head are chosen here.
  const needsOrder = sortsOf(list).some((name) => !hasHeads || !['page', undefined].includes(list.columns[name]?.in))
  if (shown.length === 0 && !needsOrder) return null
  const isFolded = ([, { kind }]: (typeof shown)[number]) => !wide && kind !== 'search' && kind !== 'id'
  const fieldOf = ([name, one]: (typeof shown)[number]) => <FilterField key={name} {...{ name, one, filter, codes }} />
  const folded = shown.filter(isFolded)
  const fields = (
    <>
      {(wide ? shown : folded).map(fieldOf)}
      {needsOrder ? <OrderField {...{ list, filter, sorting }} /> : null}
    </>
  )
  return (
    <search className={FILTERS}>
      {wide ? null : shown.filter((each) => !isFolded(each)).map(fieldOf)}
      {folded.length <= FOLDED_FROM ? (
        fields
      ) : (
        <FoldedFilters chosen={folded.filter(([name]) => filter.get(name) !== '').length}>{fields}</FoldedFilters>
      )}
    </search>
  )
}

const FILTERS = 'mt-6 grid grid-cols-2 items-end gap-x-3 gap-y-4 sm:grid-cols-[repeat(auto-fill,minmax(9rem,1fr))]'
/** As many fit into one line of a phone. */
const FOLDED_FROM = 2

/** On a phone many filters would leave no room for the list. */
function FoldedFilters({ chosen, children }: { chosen: number; children: ReactNode }) {
  return (
    <details className="group col-span-2">
      <summary className="flex min-h-11 items-center justify-between gap-4 text-sm font-semibold">
        {chosen === 0 ? t`Filters` : t`Filters (${chosen})`}
        <NextMark className="size-4 rotate-90 group-open:-rotate-90" />
      </summary>
      <div className={FILTERS}>{children}</div>
    </details>
  )
}

function FilterField({ name, one, filter, codes }: { name: string; one: Filter; filter: UrlFilter; codes: Codes }) {
  switch (one.kind) {
    case 'search':
      return (
        <div className="col-span-2">
          <SearchField filter={filter} label={translated(one.label)} name={name} />
        </div>
      )
    case 'choice':
      return (
        <ChoiceField
          {...{ filter, name, label: translated(one.label) }}
          all={one.all == null ? one.all : translated(one.all)}
          options={
            codes[name] ?? Object.entries(one.options).map(([value, words]) => [value, translated(words)] as const)
          }
        />
      )
    case 'code': {
      // Options that the URL asks for are offered even if no row has them.
      const offered = codes[name] ?? []
      const asked = filter.get(name)
      const isOffered = asked === '' || offered.some(([value]) => value === asked)
      return (
        <ChoiceField
          {...{ filter, name, label: translated(one.label) }}
          all={one.all === undefined ? undefined : translated(one.all)}
          options={isOffered ? offered : [[asked, asked], ...offered]}
        />
      )
    }
    case 'day':
      return <DayField filter={filter} label={translated(one.label)} name={name} />
    case 'id':
      // Set by a link from the page of what the list is about; what it says is on that page.
      return filter.get(name) === '' ? null : (
        <Button variant="outline" onClick={() => filter.set({ [name]: '' })}>{t`Show all`}</Button>
      )
    default:
      return one satisfies never
  }
}

function OrderField({ list, filter, sorting }: { list: AdminList; filter: UrlFilter; sorting: Sorting<string> }) {
  return (
    <Field label={t`Sort by`}>
      <Select
        value={`${sorting.sort} ${sorting.order}`}
        onChange={(event) => {
          const [to = '', way = ''] = event.target.value.split(' ')
          filter.set({ sort: to, order: way })
        }}
      >
        {sortsOf(list).flatMap((name) => {
          const { label, sort: way = 'up' } = list.columns[name]!
          return (way === 'up' ? (['up', 'down'] as const) : (['down', 'up'] as const)).map((each) => (
            <option key={`${name} ${each}`} value={`${name} ${each}`}>
              {translated(label)} {each === 'up' ? '↑' : '↓'}
            </option>
          ))
        })}
      </Select>
    </Field>
  )
}
