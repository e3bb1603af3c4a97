import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import type { SavedSearch } from '#contract/catalog/catalog.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useChangeSearch, useDeleteSearch, useSavedSearches } from './use-saved-searches.ts'
import { failureMessage } from '#web/platform/request.ts'

/** The person's saved searches: open, rename, switch alerts, delete. For the profile. */
export function SavedSearches() {
  const { data, error, refetch } = useSavedSearches()
  return (
    <section id="saved-searches" aria-labelledby="saved-searches-title" className="scroll-mt-6">
      <h2 id="saved-searches-title" className="text-lg">
        {t`Saved searches`}
      </h2>
      {data === undefined ? (
        error === null ? (
          <Skeleton className="mt-4 h-32" />
        ) : (
          <Notice tone="bad" title={t`We couldn’t load your searches`}>
            <Button variant="outline" size="sm" onClick={() => void refetch()}>
              {t`Try again`}
            </Button>
          </Notice>
        )
      ) : data.items.length === 0 ? (
        <p className="mt-2 text-slate">
          <Trans>
            None yet.{' '}
            <Link href={`${paths.home}?sort=ending`} className="text-link">
              Search lots
            </Link>{' '}
            and save your search: we’ll notify you about new matches.
          </Trans>
        </p>
      ) : (
        <SavedSearchList items={data.items} />
      )}
    </section>
  )
}

export function SavedSearchList({ items }: { items: readonly SavedSearch[] }) {
  return (
    <ul className="mt-3 divide-y divide-line border-y border-line">
      {items.map((search) => (
        <li key={search.id} className="py-2">
          <SavedItem search={search} />
        </li>
      ))}
    </ul>
  )
}

function SavedItem({ search }: { search: SavedSearch }) {
  const [isNaming, setNaming] = useState(false)
  const change = useChangeSearch()
  const remove = useDeleteSearch()
  const failure = change.error ?? remove.error
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4">
        {isNaming ? (
          <Rename
            name={search.name}
            onDone={(name) => {
              setNaming(false)
              if (name !== null && name !== search.name) change.mutate({ id: search.id, name })
            }}
          />
        ) : (
          <Link
            href={`${paths.home}?${search.query === '' ? 'sort=ending' : search.query}`}
            className="min-w-0 flex-1 basis-48 py-2.5 font-semibold text-link"
          >
            {search.name}
          </Link>
        )}
        <Switch
          label={t`Alerts`}
          aria-label={t`Alerts for ${search.name}`}
          checked={search.alert}
          onChange={(event) => change.mutate({ id: search.id, alert: event.target.checked })}
        />
        <span className="flex gap-1">
          <Button variant="ghost" size="sm" aria-label={t`Rename ${search.name}`} onClick={() => setNaming(true)}>
            {t`Rename`}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-label={t`Delete ${search.name}`}
            disabled={remove.isPending}
            onClick={() => remove.mutate(search.id)}
          >
            {t`Delete`}
          </Button>
        </span>
      </div>
      {failure === null ? null : (
        <p role="alert" className="text-sm text-outbid">
          {failureMessage(failure)}
        </p>
      )}
    </>
  )
}

function Rename({ name, onDone }: { name: string; onDone(name: string | null): void }) {
  const [text, setText] = useState(name)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    onDone(text.trim() === '' ? null : text.trim())
  }
  return (
    <form onSubmit={onSubmit} className="flex min-w-0 flex-1 basis-64 gap-2">
      <Input aria-label={t`New name`} value={text} maxLength={80} onChange={(event) => setText(event.target.value)} />
      <Button type="submit" variant="outline">
        {t`Rename`}
      </Button>
    </form>
  )
}
