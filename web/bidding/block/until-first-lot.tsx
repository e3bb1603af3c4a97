import { t } from '#web/platform/language/text.ts'
import { useServerNow } from '#web/platform/clock.ts'
import { formatDuration, formatInstant } from '#web/platform/time.ts'

/** Says when the first lot of a live auction opens. `startsAt` in ms by the server's clock. */
export function UntilFirstLot({ startsAt }: { startsAt: number }) {
  const left = startsAt - useServerNow(startsAt)
  return (
    <p role="status" className="tabular mt-3 text-base text-slate">
      {left > 0
        ? t`The first lot opens ${formatInstant(startsAt)}, in ${formatDuration(left)}. This page updates by itself.`
        : t`The first lot opens in a moment.`}
    </p>
  )
}
