import clsx from 'clsx'
import type { ReactNode } from 'react'
import { CheckMark, InfoMark, WarningMark } from './marks.tsx'

const TONES = {
  info: { edge: 'border-notice', words: 'text-notice', Mark: InfoMark },
  good: { edge: 'border-leading', words: 'text-leading', Mark: CheckMark },
  bad: { edge: 'border-outbid', words: 'text-outbid', Mark: WarningMark },
}

/** A message that belongs to the page. Errors are announced assertively, the rest politely. */
export function Notice({ tone, title, children }: { tone: keyof typeof TONES; title: string; children?: ReactNode }) {
  const { edge, words, Mark } = TONES[tone]
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className={clsx('rounded-sm border-l-4 bg-fog px-4 py-3', edge)}>
      <p className={clsx('flex items-center gap-2 font-semibold', words)}>
        <Mark />
        {title}
      </p>
      {children === undefined ? null : <div className="mt-1">{children}</div>}
    </div>
  )
}
