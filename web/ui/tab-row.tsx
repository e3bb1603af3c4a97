import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Views of one page in a row, the current one underlined. Scrolls sideways to the current one if they do not fit. */
export function TabRow<T extends string>({
  name,
  tabs,
  current,
  onChoose,
}: {
  /** The name of the set of views, for screen readers. */
  name: string
  tabs: readonly { id: T; label: ReactNode }[]
  current: T
  onChoose(id: T): void
}) {
  const row = useRef<HTMLElement>(null)
  const placed = useRef('')
  useLayoutEffect(() => {
    const { current: box } = row
    const shown = box?.querySelector<HTMLElement>('[aria-current]')
    if (box == null || shown == null) return
    // Counts that load later make tabs wider; otherwise the row stays where the person has scrolled it.
    const place = `${current} ${box.scrollWidth}`
    if (place === placed.current) return
    placed.current = place
    box.scrollLeft = shown.offsetLeft - box.offsetLeft - (box.clientWidth - shown.clientWidth) / 2
  })
  return (
    <nav ref={row} aria-label={name} className="flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-current={id === current ? 'page' : undefined}
          className="min-h-11 border-b-3 border-transparent px-3 whitespace-nowrap text-slate hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink forced-colors:not-aria-[current=page]:[border-color:Canvas]"
          onClick={() => onChoose(id)}
        >
          {label}
        </button>
      ))}
    </nav>
  )
}
