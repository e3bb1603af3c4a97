import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { listSellers, type SellerSummary } from '#contract/sellers/sellers.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { t, translated } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

const SHOWN_MAX = 6

/** Finds a seller by code, name, email or phone; `chosen` null: none yet. */
export function SellerChoice({
  chosen,
  error,
  onChoose,
}: {
  chosen: { code: string; name: string } | null
  error?: string | undefined
  onChoose: (seller: SellerSummary | null) => void
}) {
  if (chosen === null) return <Search error={error} onChoose={onChoose} />
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0">
        <span className="block text-sm font-semibold">{t`Seller`}</span>
        <span className="break-words">
          {chosen.name} ({chosen.code})
        </span>
        {error === undefined ? null : (
          <span className="block text-xs font-semibold text-outbid">{translated(error)}</span>
        )}
      </p>
      <Button variant="outline" size="sm" onClick={() => onChoose(null)}>{t`Change seller`}</Button>
    </div>
  )
}

function Search({ error, onChoose }: { error?: string | undefined; onChoose: (seller: SellerSummary) => void }) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const found = useQuery({
    queryKey: [listSellers.path, 'choice', q],
    queryFn: ({ signal }) => call(listSellers, { query: { q, show: 'active' } }, signal),
    enabled: q !== '',
  })
  const items = q === '' ? [] : (found.data?.items.slice(0, SHOWN_MAX) ?? [])
  return (
    <>
      <Field
        label={t`Seller`}
        hint={t`Search by code or name. Leave empty if there’s no seller to settle with.`}
        error={error}
      >
        <Input type="search" value={typed} maxLength={120} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      {found.error === null ? null : <p className="mt-2 text-outbid">{failureMessage(found.error)}</p>}
      <ul>
        {items.map((seller) => (
          <li key={seller.id} className="flex items-center justify-between gap-3 border-b border-line py-1.5">
            <span className="min-w-0 break-words">
              {seller.name} <span className="text-slate">({seller.code})</span>
            </span>
            <Button variant="outline" size="sm" onClick={() => onChoose(seller)}>
              <Trans>
                Choose<span className="sr-only"> {seller.name}</span>
              </Trans>
            </Button>
          </li>
        ))}
      </ul>
      {q !== '' && found.data?.items.length === 0 ? (
        <p
          role="status"
          className="mt-2 text-sm text-slate"
        >{t`No active seller matches. Add them under Sellers first.`}</p>
      ) : null}
    </>
  )
}
