import type { ReactNode } from 'react'
import { RequestFailed } from '../request-failed.tsx'
import { Field, Input, Options, Select } from '../field.tsx'
import { Skeleton } from '../skeleton.tsx'
import { useSlashKey } from '../slash-key.ts'
import type { UrlFilter } from './use-url-filter.ts'
import { t } from '#web/platform/language/text.ts'

type Bound = { filter: Pick<UrlFilter, 'get' | 'set'>; label: string }

/** The search field of an admin list, in the URL as `q` unless named otherwise. `/` focuses it. */
export function SearchField({ filter, label, name = 'q' }: Bound & { name?: string }) {
  const field = useSlashKey()
  return (
    <Field label={label}>
      <Input
        ref={field}
        type="search"
        maxLength={120}
        value={filter.get(name)}
        onChange={(event) => filter.set({ [name]: event.target.value })}
      />
    </Field>
  )
}

/** A choice of values, in the URL under `name`; without one all, labeled by `all`, or the first value where `all` is null. */
export function ChoiceField({
  filter,
  label,
  name,
  options,
  all = t`All`,
}: Bound & {
  name: string
  options: readonly (readonly [value: string, words: string])[]
  all?: string | null | undefined
}) {
  // The default is not part of the URL.
  const held = all === null ? options[0]?.[0] : ''
  const chosen = options.find(([value]) => value === filter.get(name))?.[0] ?? held
  return (
    <Field label={label}>
      <Select
        value={chosen}
        onChange={(event) => filter.set({ [name]: event.target.value === held ? '' : event.target.value })}
      >
        {all === null ? null : <option value="">{all}</option>}
        <Options of={options} />
      </Select>
    </Field>
  )
}

/** A day in the URL under `name`. */
export function DayField({ filter, label, name }: Bound & { name: string }) {
  return (
    <Field label={label}>
      <Input type="date" value={filter.get(name)} onChange={(event) => filter.set({ [name]: event.target.value })} />
    </Field>
  )
}

/** A list once loaded; a placeholder before; the reason where loading failed. */
export function ReadList<T>({
  data,
  error,
  children,
}: {
  data: T | undefined
  error: Error | null
  children: (data: T) => ReactNode
}) {
  return (
    <div className="mt-6">
      {data !== undefined ? (
        children(data)
      ) : error !== null ? (
        <RequestFailed title={t`Couldn’t load the list`} failure={error} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </div>
  )
}
