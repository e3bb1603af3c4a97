import { type ReactNode, useEffect, useRef } from 'react'
import type { Zoom } from './zoom.ts'

/** A frame whose content can be zoomed and panned. Several with the same `zoom` move together. */
export function Zoomable({
  zoom,
  scroll,
  className = '',
  children,
}: {
  zoom: Zoom
  scroll: 'pan-x' | 'pan-y'
  className?: string
  children: ReactNode
}) {
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (frame.current !== null && content.current !== null) return zoom.attach(frame.current, content.current, scroll)
    return undefined
  }, [zoom, scroll])
  return (
    <div ref={frame} className={`overflow-hidden select-none ${className}`}>
      <div ref={content} className="flex size-full items-center justify-center will-change-transform">
        {children}
      </div>
    </div>
  )
}
