import { minorUnits } from '#contract/platform/currency.ts'
import { t, translated } from '#web/platform/language/text.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  readSellingLot,
  requestReserve,
  RESERVE_REQUEST_STATE_WORDS,
  type SellingDetail,
  withdrawReserveRequest,
} from '#contract/selling/selling.ts'
import { faultOf } from '#web/platform/forms/request-faults.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { onSubmitOf, useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { MoneyInput } from '#web/ui/number-inputs.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { toast } from '#web/ui/toast.tsx'

type Request = SellingDetail['requests'][number]

/** Asking for another reserve before bidding opens, and what became of earlier requests. */
export function ReserveRequests({ detail }: { detail: SellingDetail }) {
  const { lot, canAsk, requests } = detail
  if (!canAsk && requests.length === 0) return null
  return (
    <section className="mt-10 max-w-2xl">
      <h2 className="text-lg">{t`Change the reserve`}</h2>
      {canAsk ? <Ask key={requests[0]?.id ?? 'first'} detail={detail} /> : null}
      <ul>
        {requests.map((request) => (
          <li key={request.id} className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3">
            <span className="min-w-0">
              <span className="block font-semibold">
                {request.reserve === null ? t`No reserve` : formatMoney(request.reserve, lot.currency)},{' '}
                {translated(RESERVE_REQUEST_STATE_WORDS[request.state]).toLowerCase()}
              </span>
              <span className="block text-sm text-slate">{formatInstant(request.madeAt)}</span>
              {request.reason === null ? null : <span className="block text-sm">{request.reason}</span>}
            </span>
            {request.state === 'open' ? <Withdraw lotId={lot.lotId} request={request} /> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Ask({ detail: { lot } }: { detail: SellingDetail }) {
  const client = useQueryClient()
  const [id] = useState(() => crypto.randomUUID())
  const [reserve, setReserve] = useState(lot.reserve ?? lot.openingBid + minorUnits(lot.currency))
  const [note, setNote] = useState('')
  const { run, busy, failure } = useAttempt(async (_event: FormEvent) => {
    const body = { id, reserve, note }
    const changed = await call(requestReserve, { params: { lotId: lot.lotId }, body })
    client.setQueryData([readSellingLot.path, lot.lotId], changed)
    toast({ title: t`Request sent`, description: t`We’ll email you when it’s decided.` })
  })
  const fault = faultOf(failure, 'reserve')
  return (
    <form noValidate onSubmit={onSubmitOf(run)} className="mt-3 mb-6 flex flex-col gap-4">
      {failure === null || fault !== undefined ? null : (
        <RequestFailed title={t`Your request wasn’t sent`} failure={failure} />
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <MoneyInput
          label={t`Reserve (${lot.currency})`}
          hint={t`Our team decides before bidding opens.`}
          currency={lot.currency}
          value={reserve}
          error={fault}
          onChange={setReserve}
        />
        <Field label={t`Note (optional)`}>
          <Input value={note} maxLength={300} onChange={({ target }) => setNote(target.value)} />
        </Field>
      </div>
      <Button
        type="submit"
        className="self-start"
        disabled={Number.isNaN(reserve) || reserve === lot.reserve}
        aria-disabled={busy}
      >
        {busy ? t`Sending` : t`Request reserve`}
      </Button>
    </form>
  )
}

function Withdraw({ lotId, request }: { lotId: string; request: Request }) {
  const client = useQueryClient()
  const { run, busy } = useSingleFlight(async () => {
    try {
      const changed = await call(withdrawReserveRequest, { params: { lotId, requestId: request.id } })
      client.setQueryData([readSellingLot.path, lotId], changed)
    } catch (failure) {
      toast({ title: t`We couldn’t withdraw it`, description: failureMessage(failure), variant: 'destructive' })
      void client.invalidateQueries({ queryKey: [readSellingLot.path, lotId] })
    }
  })
  return (
    <Button variant="outline" size="sm" aria-disabled={busy} onClick={() => void run()}>
      {t`Withdraw request`}
    </Button>
  )
}
