import clsx from 'clsx'
import { CheckMark, InfoMark, OvertakenMark } from '#web/ui/marks.tsx'
import type { Bar } from '../bid/bid-box-state.ts'

const LOOKS = {
  good: { ground: 'bg-leading text-on-strong', Mark: CheckMark },
  bad: { ground: 'bg-outbid text-on-strong', Mark: OvertakenMark },
  quiet: { ground: 'bg-fog text-ink', Mark: InfoMark },
}

/** Where one stands: sign, words and colour. Being outbid is read out at once, the rest politely. */
export function PositionBar({ bar }: { bar: Bar }) {
  const { ground, Mark } = LOOKS[bar.tone]
  return (
    <div className={clsx('flex items-start gap-3 rounded-sm px-4 py-3', ground)}>
      <Mark className="mt-0.5 size-5 shrink-0" />
      <div>
        <p className="font-semibold" aria-live={bar.tone === 'bad' ? 'assertive' : 'polite'}>
          {bar.headline}
        </p>
        <p className="text-sm">{bar.advice}</p>
      </div>
    </div>
  )
}
