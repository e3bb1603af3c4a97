import { t } from '#web/platform/language/text.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { formatInstant } from '#web/platform/time.ts'
import { timeLeft } from '../bid/closes-in.tsx'

/** An instant with the time left until it, by the server's clock. */
export function NegotiationDeadline({ at }: { at: number }) {
  const left = at - useServerNow(at)
  return (
    <>
      <strong className="tabular whitespace-nowrap">{formatInstant(at)}</strong>{' '}
      <span role="timer" className="tabular whitespace-nowrap text-slate">
        {left > 0 ? t`(${timeLeft(left)} left)` : t`(now)`}
      </span>
    </>
  )
}
