import { t } from '#web/platform/language/text.ts'
import clsx from 'clsx'

const SIZES = {
  sm: 'h-6 min-w-10 px-1.5 text-xs',
  md: 'h-8 min-w-13 px-2 text-base',
  lg: 'h-11 min-w-18 px-3 text-xl',
}

/** The brand's mark: a number shown as a license plate. `label` is what a screen reader reads before the number. */
export function Plate({
  number,
  size = 'md',
  label = t`Lot`,
  fits = false,
}: {
  number: number | string
  size?: keyof typeof SIZES
  label?: string
  /** Shortened where there is no room for all of it. */
  fits?: boolean
}) {
  return (
    <span
      className={clsx(
        'condensed tabular items-center justify-center rounded-sm forced-colors:border bg-plate font-bold tracking-wide text-plate-ink',
        'shadow-[inset_0_0_0_1.5px_var(--plate-ink)]',
        fits ? 'block max-w-56 min-w-0 truncate leading-8' : 'inline-flex shrink-0',
        SIZES[size],
      )}
    >
      <span className="sr-only">{label} </span>
      {number}
    </span>
  )
}
