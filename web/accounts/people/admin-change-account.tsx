import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type AccountRow, changeAccount } from '#contract/accounts/account-staff.ts'
import { readStandingBids } from '#contract/bidding/standing-bids.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { minorUnits } from '#contract/platform/currency.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call, type Input as InputOf } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PEOPLE_KEY } from './admin-accounts.ts'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { typedNumber } from '#web/platform/forms/typed-number.ts'
import { plural, t } from '#web/platform/language/text.ts'

type StandingBid = ReplyOf<typeof readStandingBids>['items'][number]
type Change = InputOf<typeof changeAccount>['body']

/** Suspends, reactivates or limits one person. Effective immediately; the reason goes into the audit log. */
export function ChangeAccount({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const client = useQueryClient()
  const currency = useCompanyTerms()?.currency ?? 'USD'
  const unit = minorUnits(currency)
  const [reason, setReason] = useState('')
  const [limit, setLimit] = useState(account.biddingLimit === null ? '' : String(account.biddingLimit / unit))
  const [faults, setFaults] = useState<{ reason?: string; limit?: string }>({})
  const suspended = account.accountStatus === 'suspended'
  const { mutateAsync, error, reset } = useMutation({
    mutationFn: (body: Change) => call(changeAccount, { params: { accountId: account.id }, body }),
  })
  const showOnly = (found: typeof faults) => {
    reset()
    setFaults(found)
  }
  const { run, busy } = useSingleFlight(async (change: Omit<Change, 'reason'>) => {
    const given = reason.trim()
    if (given.length < 3) return showOnly({ reason: t`Give a reason.` })
    showOnly({})
    const changed = await mutateAsync({ ...change, reason: given }).catch(() => null)
    if (changed === null) return
    await client.invalidateQueries({ queryKey: [PEOPLE_KEY] })
    toast({
      title: t`${changed.name} updated`,
      description: changed.accountStatus === 'suspended' ? t`Account suspended.` : t`Account active.`,
    })
    onClose()
  })
  function onLimit(event: FormEvent) {
    event.preventDefault()
    const amount = limitFrom(limit, unit)
    if (amount === undefined) showOnly({ limit: t`Enter an amount such as 25000, or leave it empty for no limit.` })
    else void run({ biddingLimit: amount })
  }
  return (
    <Dialog onClose={onClose} title={account.name} description={t`Paddle ${account.paddle}, ${account.email}`}>
      <form noValidate onSubmit={onLimit} className="flex flex-col gap-4">
        {error === null ? null : <RequestFailed title={t`Nothing was changed`} failure={error} />}
        <Field label={t`Reason`} hint={t`Kept in the audit log.`} error={faults.reason}>
          <Textarea rows={3} value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Field
          label={t`Bidding limit in ${currency}`}
          hint={t`For auctions in ${currency}. Leave empty for no limit.`}
          error={faults.limit}
        >
          <Input inputMode="decimal" value={limit} onChange={(event) => setLimit(event.target.value)} />
        </Field>
        {suspended ? null : <StandingBids accountId={account.id} />}
        <DialogFooter>
          <Button
            variant={suspended ? 'outline' : 'destructive'}
            aria-disabled={busy}
            onClick={() => void run({ accountStatus: suspended ? 'active' : 'suspended' })}
          >
            {suspended ? t`Reactivate account` : t`Suspend account`}
          </Button>
          <Button type="submit" aria-disabled={busy}>{t`Set limit`}</Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

/** What a suspension would void, shown before confirmation. */
function StandingBids({ accountId }: { accountId: string }) {
  const { data, error } = useQuery({
    queryKey: ['/api/admin/accounts', accountId, 'standing-bids'],
    queryFn: ({ signal }) => call(readStandingBids, { params: { accountId } }, signal),
    staleTime: 0,
  })
  if (data === undefined)
    return error === null ? null : <RequestFailed title={t`Couldn’t load this person’s bids`} failure={error} />
  if (data.items.length === 0)
    return <p className="text-sm text-slate">{t`No bids would be voided by a suspension.`}</p>
  return (
    <Notice
      tone="info"
      title={plural(data.items.length, {
        one: 'Suspending voids bids on # lot',
        other: 'Suspending voids bids on # lots',
      })}
    >
      <ul className="max-h-40 overflow-y-auto">
        {data.items.map((bid) => (
          <li key={bid.lotId}>{bidWords(bid)}</li>
        ))}
      </ul>
      <p>{t`Reactivating the account doesn’t restore them.`}</p>
    </Notice>
  )
}

function bidWords({ lotNumber, title, currency, price, isLeading }: StandingBid): string {
  if (price === null) return isLeading ? t`Lot ${lotNumber}, ${title} (leading)` : t`Lot ${lotNumber}, ${title}`
  const amount = formatMoney(price, currency)
  return isLeading ? t`Lot ${lotNumber}, ${title}, at ${amount} (leading)` : t`Lot ${lotNumber}, ${title}, at ${amount}`
}

/** Minor units; null for no limit; undefined if the text is not an amount. */
function limitFrom(text: string, unit: number): number | null | undefined {
  if (text.trim() === '') return null
  const amount = typedNumber(text, unit)
  return Number.isNaN(amount) ? undefined : amount
}
