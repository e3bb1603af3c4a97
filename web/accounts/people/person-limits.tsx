import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listAuctions } from '#contract/auctions/auctions.ts'
import { type AuctionLimit, changeAuctionLimit, listAuctionLimits } from '#contract/bidding/auction-limits.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { useCall } from '#web/platform/forms/use-action.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Options, Select } from '#web/ui/field.tsx'
import { MoneyInput } from '#web/ui/number-inputs.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PEOPLE_KEY } from './admin-accounts.ts'
import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** Limits for single auctions, which replace the person's bidding limit there. `usual`: that limit, in minor units. */
export function PersonLimits({
  accountId,
  usual,
  mayChange,
}: {
  accountId: string
  usual: number | null
  mayChange: boolean
}) {
  const { data, error } = useQuery({
    queryKey: [PEOPLE_KEY, accountId, 'auction-limits'],
    queryFn: ({ signal }) => call(listAuctionLimits, { params: { accountId } }, signal),
    staleTime: 0,
  })
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<AuctionLimit | null>(null)
  const currency = useCompanyTerms()?.currency
  const limits = data?.items ?? []
  if (error === null && limits.length === 0 && !mayChange) return null
  return (
    <section aria-labelledby="person-limits">
      <h2 id="person-limits" className="text-lg">{t`Limits in auctions`}</h2>
      {error === null ? null : <RequestFailed title={t`We couldn’t load the limits`} failure={error} />}
      {limits.length === 0 ? (
        <p className="mt-1 text-sm text-slate">
          {usual === null || currency === undefined
            ? t`None.`
            : t`None: the bidding limit counts in auctions in ${currency}. To bid in others, the person needs a limit here.`}
        </p>
      ) : (
        <ul className="mt-3 border-b border-line">
          {limits.map((limit) => (
            <li
              key={limit.auctionId}
              className="flex items-center justify-between gap-4 border-t border-line py-2 text-sm"
            >
              <span className="min-w-0 break-words">
                {limit.title}: <strong className="tabular">{formatMoney(limit.limit, limit.currency)}</strong>
              </span>
              {mayChange ? (
                <Button variant="outline" size="sm" onClick={() => setRemoved(limit)}>
                  <Trans>
                    Remove<span className="sr-only"> limit in {limit.title}</span>
                  </Trans>
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {mayChange ? (
        <Button variant="outline" size="sm" className="mt-3" onClick={() => setAdding(true)}>{t`Set limit`}</Button>
      ) : null}
      {isAdding ? (
        <SetLimit accountId={accountId} usual={{ limit: usual ?? 0, currency }} onClose={() => setAdding(false)} />
      ) : null}
      {removed === null ? null : <RemoveLimit accountId={accountId} limit={removed} onClose={() => setRemoved(null)} />}
    </section>
  )
}

function useChange(accountId: string, onDone: () => void) {
  const client = useQueryClient()
  const send = useCall(changeAuctionLimit)
  return async (auctionId: string, limit: number | null, reason: string) => {
    const answer = await send({ params: { accountId, auctionId }, body: { limit, reason } })
    client.setQueryData([PEOPLE_KEY, accountId, 'auction-limits'], answer)
    toast({ title: limit === null ? t`Limit removed` : t`Limit set` })
    onDone()
  }
}

/** `usual`: the bidding limit and its currency, offered for auctions in it. */
function SetLimit({
  accountId,
  usual,
  onClose,
}: {
  accountId: string
  usual: { limit: number; currency: string | undefined }
  onClose: () => void
}) {
  const { data, error } = useQuery({
    queryKey: ['/api/auctions', 'limits'],
    queryFn: ({ signal }) => call(listAuctions, {}, signal),
    staleTime: 0,
  })
  const auctions = data?.items.filter(({ state }) => state !== 'ended') ?? []
  const [chosen, setChosen] = useState('')
  const [typed, setTyped] = useState(usual)
  const auction = auctions.find(({ id }) => id === chosen) ?? auctions[0]
  const limit = auction?.currency === typed.currency ? typed.limit : 0
  const change = useChange(accountId, onClose)
  return (
    <ReasonDialog
      title={t`Set a limit for one auction`}
      words={t`On its lots it replaces the bidding limit, and counts only what the person commits there.`}
      action={t`Set limit`}
      variant="default"
      onClose={onClose}
      onAction={async (reason) => {
        if (auction !== undefined && !Number.isNaN(limit)) await change(auction.id, limit, reason)
      }}
    >
      {error === null ? null : <RequestFailed title={t`We couldn’t load the auctions`} failure={error} />}
      <Field label={t`Auction`}>
        <Select value={auction?.id ?? ''} onChange={({ target }) => setChosen(target.value)}>
          {auctions.length === 0 ? <option value="">{t`No auction is planned`}</option> : null}
          <Options of={auctions.map(({ id, title }) => [id, title])} />
        </Select>
      </Field>
      {auction === undefined ? null : (
        <MoneyInput
          label={t`Limit (${auction.currency})`}
          hint={t`0: no bids in this auction.`}
          currency={auction.currency}
          value={limit}
          onChange={(amount) => setTyped({ limit: amount, currency: auction.currency })}
        />
      )}
    </ReasonDialog>
  )
}

function RemoveLimit({
  accountId,
  limit: { auctionId, title },
  onClose,
}: {
  accountId: string
  limit: AuctionLimit
  onClose: () => void
}) {
  const change = useChange(accountId, onClose)
  return (
    <ReasonDialog
      title={t`Remove the limit in ${title}?`}
      words={t`The person’s bidding limit counts there again, if it’s in the currency of the auction.`}
      action={t`Remove limit`}
      variant="default"
      onClose={onClose}
      onAction={(reason) => change(auctionId, null, reason)}
    />
  )
}
