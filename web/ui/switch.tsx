import type { ComponentProps, ReactNode } from 'react'

/** On or off immediately, without a save button. A native checkbox underneath; `disabled` locks its state. */
export function Switch({ label, ...rest }: Omit<ComponentProps<'input'>, 'type' | 'role'> & { label: ReactNode }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center justify-between gap-4 has-disabled:cursor-default">
      <span>{label}</span>
      <span className="relative inline-flex h-7 w-12 shrink-0">
        <input
          {...rest}
          type="checkbox"
          role="switch"
          className="peer absolute inset-0 z-10 cursor-[inherit] appearance-none rounded-full"
        />
        <span className="pointer-events-none absolute inset-0 rounded-full border border-edge bg-fog peer-checked:border-leading peer-checked:bg-leading peer-disabled:opacity-60" />
        <span className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-edge transition-transform duration-100 peer-checked:translate-x-5 peer-checked:bg-on-strong motion-reduce:transition-none" />
      </span>
    </label>
  )
}
