import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { accessDenial } from '#contract/accounts/access.ts'
import { changePeopleRules, type PeopleRules, readPeopleRules } from '#contract/accounts/people-rules.ts'
import { minorUnits } from '#contract/platform/currency.ts'
import { paths } from '#web/paths.ts'
import { useCompanyTerms } from '#web/platform/company-terms.ts'
import { useRead } from '#web/platform/use-read.ts'
import { useCall } from '#web/platform/forms/use-action.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { useUser } from '#web/platform/session.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/platform/language/text.ts'

/** How much new members may bid, and how many strikes limit or suspend an account. */
export default function AdminPeopleRules() {
  const currency = useCompanyTerms()?.currency
  const { data, error } = useRead(readPeopleRules, {})
  return (
    <>
      <BackLink href={paths.adminPage('people')}>{t`All people`}</BackLink>
      <h1 className="mt-1 text-xl">{t`Rules for people`}</h1>
      <p className="mt-1 max-w-[44rem] text-slate">{t`A sale that we undo because the buyer didn’t pay is a strike. Enough strikes limit or suspend the account by themselves; staff can lift a strike with a reason. Clients registered at the desk start without a limit.`}</p>
      <div className="mt-5 max-w-[30rem]">
        {error !== null ? (
          <RequestFailed title={t`We couldn’t load the rules`} failure={error} />
        ) : data === undefined || currency === undefined ? (
          <Skeleton className="h-60" />
        ) : (
          <RulesForm rules={data} currency={currency} />
        )}
      </div>
    </>
  )
}

/** A typed number of strikes; null: left empty, undefined: not a number. */
function countIn(text: string): number | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  return /^([1-9]|1\d|20)$/.test(typed) ? Number(typed) : undefined
}

function isWhole(text: string): boolean {
  return /^\d{1,9}$/.test(text.trim())
}

const BAD_AMOUNT = t`Enter a whole amount such as 5000.`
const BAD_COUNT = t`Enter a number from 1 to 20, or leave it empty.`

function RulesForm({ rules, currency }: { rules: PeopleRules; currency: string }) {
  const { user } = useUser()
  const client = useQueryClient()
  const send = useCall(changePeopleRules, 'once')
  const unit = minorUnits(currency)
  const [limitAfter, setLimitAfter] = useState(String(rules.limitAfter ?? ''))
  const [limit, setLimit] = useState(String(rules.strikeLimit / unit))
  const [suspendAfter, setSuspendAfter] = useState(String(rules.suspendAfter ?? ''))
  const [start, setStart] = useState(rules.startLimit === null ? '' : String(rules.startLimit / unit))
  const [isTried, setTried] = useState(false)
  const typed = { limitAfter: countIn(limitAfter), suspendAfter: countIn(suspendAfter) }
  const isAmount = isWhole(limit)
  const isStart = start.trim() === '' || isWhole(start)
  const { run, busy, failure } = useAttempt(async (_event: FormEvent) => {
    setTried(true)
    const { limitAfter: limited, suspendAfter: suspended } = typed
    if (limited === undefined || suspended === undefined || !isAmount || !isStart) return
    const startLimit = start.trim() === '' ? null : Number(start) * unit
    await send({
      body: { limitAfter: limited, suspendAfter: suspended, strikeLimit: Number(limit) * unit, startLimit },
    })
    await client.invalidateQueries({ queryKey: [readPeopleRules.path] })
    toast({ title: t`Rules saved`, description: t`They apply from now on.` })
  })
  const mayChange = accessDenial(user, 'owner') === null
  const faultOf = (count: number | null | undefined) => (isTried && count === undefined ? BAD_COUNT : undefined)
  return (
    <form noValidate onSubmit={onSubmitOf(run)} className="flex flex-col gap-5">
      {failure === null ? null : <RequestFailed title={t`Nothing was saved`} failure={failure} />}
      <Field
        label={t`Limit of new members in ${currency}`}
        hint={t`0: our team approves each of them before they can bid. Empty: no limit.`}
        error={isTried && !isStart ? BAD_AMOUNT : undefined}
      >
        <Input inputMode="numeric" value={start} onChange={(event) => setStart(event.target.value)} />
      </Field>
      <Field label={t`Limit after`} hint={t`Strikes. Empty: never.`} error={faultOf(typed.limitAfter)}>
        <Input inputMode="numeric" value={limitAfter} onChange={(event) => setLimitAfter(event.target.value)} />
      </Field>
      <Field
        label={t`Limit after strikes in ${currency}`}
        hint={t`A lower limit of the account stays.`}
        error={isTried && !isAmount ? BAD_AMOUNT : undefined}
      >
        <Input inputMode="numeric" value={limit} onChange={(event) => setLimit(event.target.value)} />
      </Field>
      <Field label={t`Suspend after`} hint={t`Strikes. Empty: never.`} error={faultOf(typed.suspendAfter)}>
        <Input inputMode="numeric" value={suspendAfter} onChange={(event) => setSuspendAfter(event.target.value)} />
      </Field>
      {mayChange ? (
        <div>
          <Button type="submit" aria-disabled={busy}>{t`Save rules`}</Button>
        </div>
      ) : null}
    </form>
  )
}
