import { t } from '#web/platform/language/text.ts'
import { decimalMark } from '#web/platform/money.ts'
import { useServerNow } from '#web/platform/clock.ts'

/** Below this time left, in ms, tenths are shown. */
export const TENTHS_BELOW_MS = 10_000
const DAY_MS = 86_400_000

/** One line for lists: `Closes in 04:10`, or with `bare` only the time, and `Closing` from the end until the result is known. */
export function ClosesIn({ closesAt, bare = false }: { closesAt: number; bare?: boolean }) {
  const left = closesAt - useServerNow(closesAt)
  if (left <= 0) return <>{t`Closing`}</>
  const late = left <= TENTHS_BELOW_MS
  return (
    <>
      {bare ? '' : t`Closes in `}
      <span className={`tabular whitespace-nowrap ${late ? 'font-bold text-outbid' : ''}`}>{timeLeft(left)}</span>
    </>
  )
}

/** `2 d 04:10:09`, `04:10:09`, `10:09`, and with tenths below ten seconds: `9.4`. */
export function timeLeft(leftMs: number): string {
  if (leftMs <= 0) return tenths(0)
  // Never shows more time than is left: seconds and tenths are truncated, not rounded.
  if (leftMs < TENTHS_BELOW_MS) return tenths(Math.floor(leftMs / 100) / 10)
  const seconds = Math.floor(leftMs / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const clock = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  if (leftMs < 3_600_000) return clock
  const hours = `${two(Math.floor(seconds / 3600) % 24)}:${clock}`
  return leftMs < DAY_MS ? hours : `${Math.floor(leftMs / DAY_MS)} d ${hours}`
}

function tenths(seconds: number): string {
  return seconds.toFixed(1).replace('.', decimalMark())
}
