import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  cancelPayout,
  exportPayoutFile,
  listPayouts,
  markPayoutPaid,
  PAYOUT_FORMAT_WORDS,
  readPayout,
  type PayoutBatch,
} from '#contract/settlements/payouts.ts'
import { listStatements } from '#contract/settlements/statements.ts'
import { paths } from '#web/paths.ts'
import { saveFile } from '#web/platform/forms/save-file.ts'
import { useRead } from '#web/platform/use-read.ts'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { call, failureMessage, request, urlOf } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Danger } from '#web/ui/danger.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Heads, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PayoutState } from './payout-state.tsx'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { StatementLink } from './statement-link.tsx'
import { t, translated } from '#web/platform/language/text.ts'

/** One payout batch: its file for the bank, what each seller gets, and whether the bank has paid. */
export default function AdminPayout({ batchId }: { batchId: string }) {
  const { data, error } = useRead(readPayout, { params: { batchId } })
  return (
    <>
      <BackLink href={paths.adminPage('payouts')}>{t`All payouts`}</BackLink>
      <h1 className="text-xl">{data === undefined ? t`Payout` : t`Payout ${data.number}`}</h1>
      {data === undefined ? (
        error === null ? (
          <Skeleton className="mt-6 h-96" />
        ) : (
          <RequestFailed title={t`This payout couldn’t be loaded`} failure={error} />
        )
      ) : (
        <Batch batch={data} />
      )}
    </>
  )
}

function Batch({ batch }: { batch: PayoutBatch }) {
  const { number, format, state, currency, total, madeAt, madeBy, decidedAt, decidedBy, reason } = batch
  const facts: [string, string][] = [
    [t`Total`, formatExactMoney(total, currency)],
    [t`File`, translated(PAYOUT_FORMAT_WORDS[format])],
    [t`Made`, t`${formatInstant(madeAt)} by ${madeBy}`],
    ...(decidedAt === null
      ? []
      : ([
          [
            state === 'paid' ? t`Paid` : t`Canceled`,
            decidedBy === null
              ? t`${formatInstant(decidedAt)} by a line of the bank`
              : t`${formatInstant(decidedAt)} by ${decidedBy}`,
          ],
        ] as [string, string][])),
    ...(reason === null ? [] : ([[t`Reason`, reason]] as [string, string][])),
  ]
  return (
    <>
      <p className="mt-2">
        <PayoutState state={state} />
      </p>
      <dl className="mt-4 max-w-[36rem] border-b border-line text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-t border-line py-2">
            <dt className="text-slate">{name}</dt>
            <dd className="tabular text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {state === 'made' ? (
        <p className="mt-3 max-w-prose text-sm text-slate">{t`Send the file to the bank. When the bank’s file is imported, an outgoing line of ${formatExactMoney(total, currency)} that carries ${number} marks this payout as paid.`}</p>
      ) : null}
      <Actions batch={batch} />
      <h2 className="mt-8 mb-3 text-lg">{t`Sellers`}</h2>
      <Payouts batch={batch} />
    </>
  )
}

function Actions({ batch }: { batch: PayoutBatch }) {
  const client = useQueryClient()
  const [open, setOpen] = useState<'paid' | 'cancel' | null>(null)
  const params = { batchId: batch.id }
  const { run, busy } = useSingleFlight(async () => {
    try {
      const answer = await request(exportPayoutFile.method, urlOf(exportPayoutFile.path, params, {}))
      saveFile(await answer.blob(), batch.fileName)
    } catch (failure) {
      toast({ title: t`Download failed`, description: failureMessage(failure), variant: 'destructive' })
    }
  })
  const decide = (endpoint: typeof markPayoutPaid | typeof cancelPayout) => async (reason: string) => {
    const changed = await call(endpoint, { params, body: { reason } })
    client.setQueryData([readPayout.path, batch.id], changed)
    void client.invalidateQueries({ queryKey: [listPayouts.path] })
    void client.invalidateQueries({ queryKey: [listStatements.path] })
    setOpen(null)
  }
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <Button variant="outline" aria-disabled={busy} onClick={() => void run()}>{t`Download file`}</Button>
      {batch.state === 'made' ? (
        <>
          <Button variant="outline" onClick={() => setOpen('paid')}>{t`Mark as paid`}</Button>
          <Danger>
            <Button variant="outline" onClick={() => setOpen('cancel')}>{t`Cancel payout`}</Button>
          </Danger>
        </>
      ) : null}
      {open === 'paid' ? (
        <ReasonDialog
          title={t`Mark ${batch.number} as paid?`}
          words={t`Only if the bank has sent the money and no line of its file says so. This can’t be undone.`}
          action={t`Mark as paid`}
          variant="default"
          onAction={decide(markPayoutPaid)}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open === 'cancel' ? (
        <ReasonDialog
          title={t`Cancel ${batch.number}?`}
          words={t`Only if the file wasn’t sent to the bank. Its statements are due again. This can’t be undone.`}
          action={t`Cancel payout`}
          cancel={t`Keep payout`}
          onAction={decide(cancelPayout)}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </div>
  )
}

function Payouts({ batch: { payouts, currency } }: { batch: PayoutBatch }) {
  return (
    <Table caption={t`Payments to sellers`} dense stacks>
      <Heads of={[t`Seller`, t`Pays to`, t`Statements`, { right: t`Amount` }]} />
      <tbody>
        {payouts.map(({ id, sellerId, seller, paysTo, statements, amount }) => (
          <tr key={id}>
            <td>
              <RowLink href={paths.adminPage(`sellers/${sellerId}`)}>{seller}</RowLink>
            </td>
            <td>{translated(paysTo)}</td>
            <td>
              {statements.map((statement) => (
                <span key={statement.id} className="flex flex-wrap items-center gap-x-2">
                  <StatementLink id={statement.id} number={statement.number} />
                  {formatExactMoney(statement.net, currency)}
                </span>
              ))}
            </td>
            <td className="text-right font-semibold">{formatExactMoney(amount, currency)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
