import { translated } from '#web/platform/language/text.ts'
import clsx from 'clsx'
import { cloneElement, useId, type ComponentProps, type ReactElement, type ReactNode } from 'react'

type Control = ReactElement<{ id?: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }>

/** A labeled control with its hint and its error; associates the three for screen readers. */
export function Field({
  label,
  hint,
  error,
  children,
}: {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  children: Control
}) {
  const made = useId()
  const id = children.props.id ?? made
  const describedBy = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
    .filter((part) => part !== '')
    .join(' ')
  const extra = {
    id,
    ...(describedBy === '' ? {} : { 'aria-describedby': describedBy }),
    ...(error === undefined ? {} : { 'aria-invalid': true }),
  }
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {cloneElement(children, extra)}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-xs text-slate">
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <p id={`${id}-error`} className="text-xs font-semibold text-outbid">
          {translated(error)}
        </p>
      )}
    </div>
  )
}

const FRAME =
  'rounded-md border border-edge bg-paper text-ink placeholder:text-slate disabled:bg-fog disabled:text-slate aria-invalid:border-outbid'
const FILE = 'file:mr-3 file:rounded-sm file:border-0 file:bg-line file:px-3 file:font-semibold file:text-ink'
const CONTROL = `w-full px-3 text-base ${FRAME}`

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={clsx(CONTROL, FILE, 'min-h-11', className)} {...rest} />
}

/** `compact`: as wide as its text, among the controls of a list. */
export function Select({ className, compact = false, ...rest }: ComponentProps<'select'> & { compact?: boolean }) {
  return <select className={clsx(compact ? `px-2 text-sm ${FRAME}` : CONTROL, 'min-h-11', className)} {...rest} />
}

/** The options of a select: each value with its words. */
export function Options({ of }: { of: readonly (readonly [value: string | number, words: string])[] }) {
  return of.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ))
}

export function Textarea({ className, rows = 5, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} className={clsx(CONTROL, 'py-2.5', className)} {...rest} />
}

/** A checkbox with its text; the whole line is the target. */
export function Checkbox({
  label,
  error,
  className,
  id,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; error?: string | undefined }) {
  const made = useId()
  const own = id ?? made
  return (
    <div className={className}>
      <label htmlFor={own} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
        <input
          {...rest}
          id={own}
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-ink"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${own}-error`}
        />
        <span>{label}</span>
      </label>
      {error === undefined ? null : (
        <p id={`${own}-error`} className="text-xs font-semibold text-outbid">
          {translated(error)}
        </p>
      )}
    </div>
  )
}
