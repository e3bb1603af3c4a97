import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AccountDetail, type AccountRow, listAccounts, readAccount } from '#contract/accounts/account-staff.ts'
import { type Carried, mergeAccounts, previewMerge } from '#contract/accounts/merge-accounts.ts'
import { useCall } from '#web/platform/forms/use-action.ts'
import { useRead } from '#web/platform/use-read.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogSubmit } from '#web/ui/dialog-submit.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PEOPLE_KEY } from './admin-accounts.ts'
import { plural, t, translated } from '#web/platform/language/text.ts'

type Account = Pick<AccountRow, 'id' | 'name' | 'email' | 'paddle'>

/** Merges another account of the same person with this one: first which, then which of the two stays. */
export function MergeAccounts({ one, onClose }: { one: AccountDetail; onClose: () => void }) {
  const [other, setOther] = useState<Account | null>(null)
  return other === null ? (
    <FindOther one={one} onFound={setOther} onClose={onClose} />
  ) : (
    <ChooseKept pair={[one, other]} onClose={onClose} />
  )
}

function FindOther({
  one,
  onFound,
  onClose,
}: {
  one: AccountDetail
  onFound: (other: Account) => void
  onClose: () => void
}) {
  const [paddle, setPaddle] = useState('')
  // One at a time, so that one failure doesn't stay beside the next.
  const { run, busy, wrong, failure } = useAttempt((look: () => Promise<string | void>) => look())
  const search = async () => {
    const typed = paddle.trim()
    if (typed === String(one.paddle)) return t`This is the account you’re looking at. Enter the other one.`
    if (!/^\d{1,9}$/.test(typed)) return t`Enter a paddle number, such as 117.`
    const { items } = await call(listAccounts, { query: { q: typed } })
    const other = items.find((each) => String(each.paddle) === typed)
    if (other === undefined) return t`No account has this paddle number. Check it.`
    return onFound(other)
  }
  const take = async (accountId: string) => onFound(await call(readAccount, { params: { accountId } }))
  return (
    <Dialog
      onClose={onClose}
      title={t`Merge a duplicate`}
      description={t`For one person with two accounts. Which other account is ${one.name}’s?`}
    >
      <form noValidate onSubmit={onSubmitOf(() => run(search))} className="flex flex-col gap-4">
        {failure === null ? null : <RequestFailed title={t`We couldn’t look for it`} failure={failure} />}
        {detectedOf(one).map(({ id, name }) => (
          <Button
            key={id}
            variant="outline"
            aria-disabled={busy}
            onClick={() => void run(() => take(id))}
          >{t`Take ${name}, who shares something`}</Button>
        ))}
        <Field label={t`Paddle of the other account`} error={wrong ?? undefined}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={paddle}
            onChange={(event) => setPaddle(event.target.value)}
          />
        </Field>
        <DialogSubmit busy={busy}>{t`Find account`}</DialogSubmit>
      </form>
    </Dialog>
  )
}

/** More than a few that share a phone or an address are a dealership or a family, and are found by their number. */
const OFFERED_MAX = 3

function detectedOf({ shared, similar }: AccountDetail): { id: string; name: string }[] {
  const open = [...shared, ...similar].filter(({ account }) => account.accountStatus !== 'closed')
  return [...new Map(open.map(({ account }) => [account.id, account])).values()].slice(0, OFFERED_MAX)
}

function ChooseKept({ pair, onClose }: { pair: readonly [Account, Account]; onClose: () => void }) {
  const client = useQueryClient()
  const send = useCall(mergeAccounts, 'once')
  const [keptId, setKeptId] = useState(pair[0].id)
  const [kept, duplicate] = keptId === pair[0].id ? pair : [pair[1], pair[0]]
  const params = { accountId: kept.id, duplicateId: duplicate.id }
  const { data, error } = useRead(previewMerge, { params })
  return (
    <ReasonDialog
      title={t`Merge accounts`}
      words={t`Choose the account that stays. The other one is closed.`}
      action={t`Merge for good`}
      failed={t`Nothing was merged`}
      isPossible={data?.reasons.length === 0}
      onClose={onClose}
      onAction={async (reason) => {
        await send({ params, body: { reason } })
        await client.invalidateQueries({ queryKey: [PEOPLE_KEY] })
        toast({ title: t`Accounts merged`, description: t`${kept.email} stays.` })
        onClose()
      }}
    >
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="text-sm font-semibold">{t`Account that stays`}</legend>
        {pair.map((account) => (
          <label key={account.id} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
            <input
              type="radio"
              name="kept"
              className="mt-0.5 size-5 shrink-0 accent-ink"
              checked={account.id === keptId}
              onChange={() => setKeptId(account.id)}
            />
            <span className="min-w-0 wrap-anywhere">{t`${account.name}, paddle ${account.paddle}, ${account.email}`}</span>
          </label>
        ))}
      </fieldset>
      {error === null ? null : (
        <RequestFailed title={t`We couldn’t check whether they can be merged`} failure={error} />
      )}
      {data === undefined && error === null ? <Skeleton className="h-32" /> : null}
      {data === undefined || data.reasons.length === 0 ? null : <Refused reasons={data.reasons} />}
      {data?.reasons.length === 0 ? <Effects kept={kept} duplicate={duplicate} carried={data.carried} /> : null}
    </ReasonDialog>
  )
}

function Refused({ reasons }: { reasons: readonly string[] }) {
  return (
    <Notice tone="bad" title={t`These accounts can’t be merged`}>
      <ul className="space-y-1">
        {reasons.map((reason) => (
          <li key={reason}>{translated(reason)}</li>
        ))}
      </ul>
    </Notice>
  )
}

const CARRIED_WORDS: readonly [keyof Carried, words: (count: number) => string][] = [
  ['watches', (count) => plural(count, { one: '# watched lot', other: '# watched lots' })],
  ['savedSearches', (count) => plural(count, { one: '# saved search', other: '# saved searches' })],
  ['tickets', (count) => plural(count, { one: '# ticket', other: '# tickets' })],
  ['notes', (count) => plural(count, { one: '# note', other: '# notes' })],
  ['strikes', (count) => plural(count, { one: '# strike', other: '# strikes' })],
  ['referrals', (count) => plural(count, { one: '# pending referral', other: '# pending referrals' })],
]

function Effects({ kept, duplicate, carried }: { kept: Account; duplicate: Account; carried: Carried }) {
  const moved = CARRIED_WORDS.filter(([name]) => carried[name] > 0).map(([name, words]) => words(carried[name]))
  return (
    <Notice tone="info" title={t`You can’t undo this`}>
      <ul className="space-y-1">
        <li>{t`Paddle ${duplicate.paddle} is signed out and can’t sign in again. Both addresses get an email, and later notices go to paddle ${kept.paddle}.`}</li>
        <li>{moved.length === 0 ? t`There’s nothing to move.` : t`Moves: ${moved.join(', ')}.`}</li>
        {carried.membership > 0 ? <li>{t`The paid membership moves, too.`}</li> : null}
        <li>{t`Bids, invoices and payments stay with paddle ${duplicate.paddle}; its invoices can be read from the account that stays. Postal addresses and phone number don’t move.`}</li>
      </ul>
    </Notice>
  )
}
