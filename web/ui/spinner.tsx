/** Shown while a screen loads. `label` is what a screen reader reads. */
import { t } from '#web/platform/language/text.ts'
export function Spinner({ label = t`Loading` }: { label?: string }) {
  return (
    <div role="status" className="flex min-h-40 items-center justify-center">
      <span className="size-8 animate-spin rounded-full border-3 border-line border-t-ink motion-reduce:animate-none motion-reduce:border-ink motion-reduce:border-dotted" />
      <span className="sr-only">{label}</span>
    </div>
  )
}
