import { useEffect, useRef } from 'react'
import { t } from '#web/platform/language/text.ts'

/**
 * An email as its reader sees it, without scripts and without our origin; its links open in a new tab. Keys pressed in a frame stay in it,
 * Escape too: the keyboard passes it, and after a click in it the focus comes back to the box around it, which the arrow keys scroll.
 */
export function EmailFrame({ src }: { src: string | undefined }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const box = useRef<HTMLElement>(null)

  useEffect(() => {
    // The page learns of a click in a frame only by losing the focus to it. The frame gets it after this event.
    const takeBack = () =>
      setTimeout(() => {
        if (document.activeElement === frame.current) box.current?.focus({ preventScroll: true })
      })
    window.addEventListener('blur', takeBack)
    return () => window.removeEventListener('blur', takeBack)
  }, [])

  return (
    <section
      ref={box}
      aria-label={t`Email preview`}
      className="h-[min(36rem,55dvh)] overflow-y-auto rounded-md border border-line bg-white"
      tabIndex={0}
    >
      <iframe
        ref={frame}
        title={t`Email preview`}
        src={src}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        tabIndex={-1}
        className="block h-[60rem] w-full"
      />
    </section>
  )
}
