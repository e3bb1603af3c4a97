import { t } from '#web/platform/language/text.ts'
import { useClockError, useServerNow } from '#web/platform/clock.ts'
import { ClockMark } from '#web/ui/marks.tsx'
import { clockWords } from './bid-box-state.ts'
import { TENTHS_BELOW_MS, timeLeft } from './closes-in.tsx'

/**
 * How long a lot still runs, by the server's clock and never the device's. Below it shows how exactly that clock is
 * known. `closesAt` and `extendedAt` in ms since the epoch.
 */
export function Countdown({
  closesAt,
  extendedAt = null,
  extensionMs = 0,
}: {
  closesAt: number
  extendedAt?: number | null
  extensionMs?: number
}) {
  const now = useServerNow(closesAt)
  const errorMs = useClockError()
  const left = closesAt - now
  const words = clockWords(left, extendedAt, now, extensionMs)
  const late = left > 0 && left <= TENTHS_BELOW_MS
  return (
    <div>
      <p className="text-xs text-slate">{left > 0 ? t`Closes in` : t`Closed`}</p>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span role="timer" className={`tabular text-lg font-semibold sm:text-xl ${late ? 'text-outbid' : ''}`}>
          {timeLeft(left)}
        </span>
        {words === null ? null : (
          <span
            className={`inline-flex items-center gap-1 text-sm font-semibold ${late ? 'text-outbid' : 'text-notice'}`}
          >
            <ClockMark className="size-4" />
            {words}
          </span>
        )}
      </p>
      <p className="tabular text-xs text-slate">
        {errorMs === null ? t`Syncing clock` : t`Our clock, ±${Math.max(1, Math.ceil(errorMs))} ms`}
      </p>
    </div>
  )
}
