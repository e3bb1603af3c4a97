import { Link } from 'wouter'
import type { Closing } from '#contract/calendar/calendar.ts'
import { paths } from '#web/paths.ts'
import { WarningMark } from '#web/ui/marks.tsx'
import { Plate } from '#web/ui/plate.tsx'
import { clashWords, closingWords } from './entry.ts'

/** When one lot is likely to close, and which others it overlaps with. */
export function ClosingLine({ closing, zone }: { closing: Closing; zone: string }) {
  const clash = clashWords(closing)
  return (
    <div className="grid grid-cols-[auto_1fr] items-start gap-x-3">
      <Plate number={closing.lotNumber} size="sm" />
      <div className="text-sm">
        <Link href={paths.lot(closing.lotNumber)} className="font-semibold hover:underline">
          {closing.title}
        </Link>
        <p className="tabular text-slate">{closingWords(closing, zone)}</p>
        {clash === null ? null : (
          <p className="tabular flex items-start gap-1.5 font-semibold text-notice">
            <WarningMark className="mt-0.5 size-4 shrink-0" />
            {clash}
          </p>
        )}
      </div>
    </div>
  )
}
