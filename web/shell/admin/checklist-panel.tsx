import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  CAN_STAY,
  type Checklist,
  type ChecklistEntry,
  keepEntry,
  readChecklist,
} from '#contract/accounts/company-checklist.ts'
import { sendTestMail } from '#contract/notifications/mails.ts'
import { paths } from '../../paths.ts'
import { useCall } from '../../platform/forms/use-action.ts'
import { useRead } from '../../platform/use-read.ts'
import { useSingleFlight } from '../../platform/forms/use-single-flight.ts'
import { failureMessage } from '../../platform/request.ts'
import { useUser } from '../../platform/session.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckMark } from '../../ui/marks.tsx'
import { RequestFailed } from '../../ui/request-failed.tsx'
import { toast } from '../../ui/toast.tsx'
import { t } from '#web/platform/language/text.ts'

type Entry = { label: string; why: string; to: string; keep?: string }

/** Where each entry is done, what it is for, and how it can be left as it is. */
const ENTRIES: Record<ChecklistEntry, Entry> = {
  name: { label: t`Company name`, why: t`On invoices and in emails.`, to: 'settings#company' },
  contact: { label: t`Email and phone`, why: t`On invoices and the contact page.`, to: 'settings#company' },
  address: { label: t`Address`, why: t`On invoices, in terms and in emails.`, to: 'settings#company' },
  tax: { label: t`Tax`, why: t`Rates on the hammer price, premium and fees.`, to: 'settings#tax', keep: t`Keep rates` },
  fees: { label: t`Premium and fees`, why: t`What buyers pay on top.`, to: 'settings#fees', keep: t`Keep fees` },
  increments: {
    label: t`Bid increments`,
    why: t`The least step to the next bid.`,
    to: 'settings#increments',
    keep: t`Keep increments`,
  },
  bank: { label: t`Bank account`, why: t`Where people send transfers.`, to: 'settings#bank', keep: t`No transfers` },
  director: {
    label: t`Director`,
    why: t`Introduced on “Meet the director”.`,
    to: 'settings#company',
    keep: t`No director page`,
  },
  staff: { label: t`Staff`, why: t`Invite your team.`, to: 'staff', keep: t`I work alone` },
  email: { label: t`Test email`, why: t`Shows that our emails arrive.`, to: 'mails' },
  auction: { label: t`First auction`, why: t`Create it, add lots, and publish it.`, to: 'auctions/new' },
}

/** How often a sent test email is looked for, in ms. */
const LOOK_EVERY_MS = 2000

/** For the owner of a new company: what is set up and what is still to do. Gone when everything is done. */
export function CompanyChecklist() {
  const [isTesting, setTesting] = useState(false)
  const { data, error } = useRead(
    readChecklist,
    {},
    { refetchInterval: ({ state }) => (isTesting && state.data?.items.some(isOpenTest) ? LOOK_EVERY_MS : false) },
  )
  if (data === undefined)
    return error === null ? null : <RequestFailed title={t`Couldn’t load your checklist`} failure={error} />
  const done = data.items.filter(({ isDone }) => isDone).length
  if (done === data.items.length) return null
  return (
    <section aria-labelledby="checklist-title" className="mt-6 max-w-[52rem] border-t border-line pt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="checklist-title" className="text-lg">{t`Set up your company`}</h2>
        <p className="tabular text-sm text-slate">{t`${done} of ${data.items.length} done`}</p>
      </div>
      <ol className="mt-3 border-b border-line">
        {data.items.map(({ entry, isDone }) => (
          <Line key={entry} entry={entry} isDone={isDone} isTesting={isTesting} onTest={() => setTesting(true)} />
        ))}
      </ol>
    </section>
  )
}

function isOpenTest({ entry, isDone }: Checklist['items'][number]): boolean {
  return entry === 'email' && !isDone
}

function Line({
  entry,
  isDone,
  isTesting,
  onTest,
}: {
  entry: ChecklistEntry
  isDone: boolean
  isTesting: boolean
  onTest: () => void
}) {
  const { label, why, to, keep } = ENTRIES[entry]
  return (
    <li className="grid min-h-11 grid-cols-[1.25rem_1fr] items-center gap-x-3 border-t border-line py-1.5 sm:grid-cols-[1.25rem_1fr_auto]">
      {isDone ? (
        <CheckMark className="size-5 text-leading" />
      ) : (
        <span aria-hidden="true" className="size-5 rounded-full border border-edge" />
      )}
      <span className="min-w-0">
        <Link href={paths.adminPage(to)} className="font-semibold underline decoration-line underline-offset-4">
          {label}
        </Link>
        <span className="sr-only">{isDone ? t`, done` : t`, to do`}</span>
        <span className="block text-sm text-slate sm:ml-3 sm:inline">{why}</span>
      </span>
      <span className="col-start-2 sm:col-start-3">
        {isDone ? null : entry === 'email' ? (
          <TestEmail isTesting={isTesting} onTest={onTest} />
        ) : keep === undefined ? null : (
          <Keep entry={entry} label={keep} />
        )}
      </span>
    </li>
  )
}

function Keep({ entry, label }: { entry: ChecklistEntry; label: string }) {
  const client = useQueryClient()
  const send = useCall(keepEntry)
  const { run, busy } = useSingleFlight(async () => {
    const kept = CAN_STAY.find((each) => each === entry)
    if (kept === undefined) return
    try {
      client.setQueryData([readChecklist.path], await send({ params: { entry: kept } }))
    } catch (failure) {
      toast({ title: t`Nothing was changed`, description: failureMessage(failure), variant: 'destructive' })
    }
  })
  return (
    <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run()}>
      {label}
    </Button>
  )
}

function TestEmail({ isTesting, onTest }: { isTesting: boolean; onTest: () => void }) {
  const { user } = useUser()
  const send = useCall(sendTestMail, 'once')
  const { run, busy } = useSingleFlight(async () => {
    try {
      await send({})
      toast({
        title: t`Test email sent`,
        description: user === null ? t`Look in the inbox of your account.` : t`Look in the inbox of ${user.email}.`,
      })
      onTest()
    } catch (failure) {
      toast({ title: t`Couldn’t send the email`, description: failureMessage(failure), variant: 'destructive' })
    }
  })
  return (
    <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run()}>
      {isTesting ? t`Send again` : t`Send test email`}
    </Button>
  )
}
