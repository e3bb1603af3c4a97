import type { ReactNode } from 'react'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { Field, Input, Select } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { UrlFilter } from './use-url-filter.ts'

type Bound = { filter: Pick<UrlFilter, 'get' | 'set'>; label: string }

/** The words by which a list of the administration is searched, in the address as `q`. */
export function SearchField({ filter, label }: Bound) {
  return (
    <Field label={label}>
      <Input type="search" value={filter.get('q')} onChange={(event) => filter.set({ q: event.target.value })} />
    </Field>
  )
}

/** One of some values, or all, in the address under `name`. */
export function ChoiceField({
  filter,
  label,
  name,
  options,
}: Bound & { name: string; options: readonly (readonly [value: string, words: string])[] }) {
  const chosen = options.find(([value]) => value === filter.get(name))?.[0] ?? ''
  return (
    <Field label={label}>
      <Select value={chosen} onChange={(event) => filter.set({ [name]: event.target.value })}>
        <option value="">All</option>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
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
