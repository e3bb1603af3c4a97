import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const ChatPanel = lazy(() => import('./chat-panel.tsx'))

/** A quiet button in the margin of every screen; what it knows is fetched when it is first opened. */
export function Chatbot() {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  return (
    <>
      {open ? (
        <section
          aria-label="Questions and answers"
          className="flex h-[min(32rem,calc(100dvh-8rem))] w-[min(24rem,calc(100vw-2rem))] flex-col rounded-md border border-line bg-paper shadow-float"
        >
          <Suspense fallback={<Spinner />}>
            <ChatPanel onClose={close} />
          </Suspense>
        </section>
      ) : null}
      <Button
        ref={button}
        variant="outline"
        // Narrow and close to the edge, so that it lies over little more than the page's margin.
        className="-mr-3 w-11 px-0! shadow-float lg:mr-0"
        aria-expanded={open}
        onClick={() => (open ? close() : setOpen(true))}
      >
        <span>
          Ask<span className="sr-only"> a question</span>
        </span>
      </Button>
    </>
  )
}
