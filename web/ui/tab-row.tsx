import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Views of one page in a row, the present one underlined. Scrolls sideways where they do not fit, to the present one. */
export function TabRow<T extends string>({
  name,
  tabs,
  current,
  onChoose,
}: {
  /** What the views are, for screen readers. */
  name: string
  tabs: readonly { id: T; label: ReactNode }[]
  current: T
  onChoose(id: T): void
}) {
  const row = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const shown = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current == null || shown == null) return
    row.current.scrollLeft =
      shown.offsetLeft - row.current.offsetLeft - (row.current.clientWidth - shown.clientWidth) / 2
  }, [current])
  return (
    <nav ref={row} aria-label={name} className="flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-current={id === current ? 'page' : undefined}
          className="min-h-11 border-b-3 border-transparent px-3 whitespace-nowrap text-slate hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink"
          onClick={() => onChoose(id)}
        >
          {label}
        </button>
      ))}
    </nav>
  )
}
