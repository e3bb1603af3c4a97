/** The few icons with a meaning of their own; always next to text or a label. Drawn in the text color. */

type MarkProps = { className?: string }

function Mark({ d, className }: MarkProps & { d: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      className={className ?? 'size-5 shrink-0'}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={d} />
    </svg>
  )
}

export function CloseMark(props: MarkProps) {
  return <Mark d="M5 5l10 10M15 5L5 15" {...props} />
}

export function SearchMark(props: MarkProps) {
  return <Mark d="M13 13l4.5 4.5M15 8.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0z" {...props} />
}

export function MoreMark(props: MarkProps) {
  return <Mark d="M4 10h.01M10 10h.01M16 10h.01" {...props} />
}

export function ShareMark(props: MarkProps) {
  return <Mark d="M10 12V2.5M6.5 6L10 2.5 13.5 6M4 10v7h12v-7" {...props} />
}

/** Watched if filled. */
export function HeartMark({ isFilled }: { isFilled: boolean }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5" stroke="currentColor" strokeWidth="1.8">
      <path
        d="M10 17S2.5 12.6 2.5 7.4A3.9 3.9 0 0 1 10 5.6a3.9 3.9 0 0 1 7.5 1.8C17.5 12.6 10 17 10 17z"
        strokeLinejoin="round"
        fill={isFilled ? 'currentColor' : 'none'}
      />
    </svg>
  )
}

/** An arrow down: content below expands here. */
export function OpenMark(props: MarkProps) {
  return <Mark d="M5 8l5 5 5-5" {...props} />
}

export function CheckMark(props: MarkProps) {
  return <Mark d="M4 10.5l4 4 8-9" {...props} />
}

/** Outbid: another bidder is above you. */
export function OvertakenMark(props: MarkProps) {
  return <Mark d="M10 16V5M5 10l5-5 5 5M4 18h12" {...props} />
}

export function InfoMark(props: MarkProps) {
  return <Mark d="M10 9v5M10 6h.01M18 10a8 8 0 1 1-16 0 8 8 0 0 1 16 0z" {...props} />
}

export function WarningMark(props: MarkProps) {
  return <Mark d="M10 7v4M10 14h.01M10 2.5L18.5 17h-17z" {...props} />
}

export function PreviousMark(props: MarkProps) {
  return <Mark d="M12.5 4l-6 6 6 6" {...props} />
}

export function NextMark(props: MarkProps) {
  return <Mark d="M7.5 4l6 6-6 6" {...props} />
}

export function ClockMark(props: MarkProps) {
  return <Mark d="M10 5.5V10l3 2M18 10a8 8 0 1 1-16 0 8 8 0 0 1 16 0z" {...props} />
}

export function LockMark(props: MarkProps) {
  return <Mark d="M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9" {...props} />
}
