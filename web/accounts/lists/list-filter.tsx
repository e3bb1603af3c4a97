import type { ReactNode } from 'react'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSlashKey } from '#web/ui/slash-key.ts'
import { wordsOfFailure } from '../request-faults.ts'
import type { UrlFilter } from './use-url-filter.ts'

type Bound = { filter: Pick<UrlFilter, 'get' | 'set'>; label: string }

/** The words by which a list of the administration is searched, in the address as `q`. `/` goes there. */
export function SearchField({ filter, label }: Bound) {
  const field = useSlashKey()
  return (
    <Field label={label}>
      <Input
        ref={field}
        type="search"
        maxLength={120}
        value={filter.get('q')}
        onChange={(event) => filter.set({ q: event.target.value })}
      />
    </Field>
  )
}

/** One of some values in the address under `name`; without one all, in these words, or the first where `all` is null. */
export function ChoiceField({
  filter,
  label,
  name,
  options,
  all = 'All',
}: Bound & { name: string; options: readonly (readonly [value: string, words: string])[]; all?: string | null }) {
  const chosen = options.find(([value]) => value === filter.get(name))?.[0] ?? (all === null ? options[0]?.[0] : '')
  return (
    <Field label={label}>
      <Select value={chosen} onChange={(event) => filter.set({ [name]: event.target.value })}>
        {all === null ? null : <option value="">{all}</option>}
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** A day in the address under `name`. */
export function DayField({ filter, label, name }: Bound & { name: string }) {
  return (
    <Field label={label}>
      <Input type="date" value={filter.get(name)} onChange={(event) => filter.set({ [name]: event.target.value })} />
    </Field>
  )
}

/** A list once it is read; its shape before; why there is none where reading failed. */
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
        <Notice tone="bad" title="The list cannot be shown">
          {wordsOfFailure(error)}
        </Notice>
      ) : (
        <Skeleton className="h-64" />
      )}
    </div>
  )
}
