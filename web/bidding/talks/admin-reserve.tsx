import { useMutation } from '@tanstack/react-query'
import { readReserve } from '#contract/talks.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'

/** The reserve, on a press: every look at it is on record. */
export function ReserveView({ lotId, currency }: { lotId: string; currency: string }) {
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: () => call(readReserve, { params: { lotId } }),
    retry: false,
  })
  if (data !== undefined) return <>{data.reserve === null ? 'none' : formatMoney(data.reserve, currency)}</>
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <Button variant="outline" size="sm" aria-disabled={isPending} onClick={() => mutate()}>
        Show the reserve
      </Button>
      <span className={error === null ? 'text-slate' : 'text-outbid'}>
        {error === null ? 'The look is recorded.' : wordsOfFailure(error)}
      </span>
    </span>
  )
}
