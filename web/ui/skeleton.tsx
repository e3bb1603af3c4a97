import clsx from 'clsx'

/** A placeholder, sized like the coming content by `className`. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('block animate-pulse rounded-md bg-fog motion-reduce:animate-none', className)}
    />
  )
}
