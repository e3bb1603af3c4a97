import { useQuery } from '@tanstack/react-query'
import { readLedger } from '#contract/bidding/ledger.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { call } from '#web/platform/request.ts'
import { formatTimeOfDay } from '#web/platform/time.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { sentenceOf } from '../ledger/history-words.ts'
import { t } from '#web/platform/language/text.ts'

const BIDS_SHOWN = 200

/** The newest bids of a lot, with checkboxes. `chosen`: ledger sequences. */
export function VoidChoice({
  lotId,
  currency,
  chosen,
  onChoose,
}: {
  lotId: string
  currency: string
  chosen: readonly number[]
  onChoose: (sequences: readonly number[]) => void
}) {
  const { data, error } = useQuery({
    queryKey: ['/api/lots', lotId, 'ledger', 'admin'],
    queryFn: ({ signal }) => call(readLedger, { params: { lotId }, query: { limit: BIDS_SHOWN } }, signal),
    staleTime: 0,
  })
  if (data === undefined && error !== null) {
    return <RequestFailed title={t`We couldn’t load the bids`} failure={error} />
  }
  if (data === undefined) return <Skeleton className="h-40" />
  const lines = data.items.map(({ line }) => line)
  const gone = new Set(lines.flatMap((line) => line.voided ?? []))
  const bids = lines.filter((line) => line.type === 'bid-placed' && !gone.has(line.sequence))
  if (bids.length === 0) return <p>{t`No bids to void.`}</p>
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{t`Bids to void, newest first`}</legend>
      <div className="mt-1 max-h-56 overflow-y-auto border-y border-line">
        {bids.map((line) => (
          <label
            key={line.sequence}
            className="flex min-h-11 cursor-pointer items-start gap-3 border-b border-line py-2 text-sm last:border-b-0"
          >
            <input
              type="checkbox"
              className="mt-0.5 size-5 shrink-0 accent-ink"
              checked={chosen.includes(line.sequence)}
              onChange={(event) =>
                onChoose(
                  event.target.checked ? [...chosen, line.sequence] : chosen.filter((one) => one !== line.sequence),
                )
              }
            />
            <span>
              <span className="tabular text-slate">
                {line.sequence}, {formatTimeOfDay(line.at)}
              </span>
              <span className="block">{sentenceOf(line, currency)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
