/** Shown while a screen loads. `label` is what a screen reader reads. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="flex min-h-40 items-center justify-center">
      <span className="size-8 animate-spin rounded-full border-3 border-line border-t-ink motion-reduce:animate-none motion-reduce:border-ink motion-reduce:border-dotted" />
      <span className="sr-only">{label}</span>
    </div>
  )
}
