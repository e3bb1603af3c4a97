import { t } from '#web/platform/language/text.ts'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { closeAssistant, openAssistant, useAssistantOpen } from './open-assistant.ts'

const AssistantPanel = lazy(() => import('../../support/assistant/assistant-panel.tsx'))

/** The administration has no assistant: its answers come from public pages, which do not cover staff questions. */
function useIsOffered(): boolean {
  const [location] = useLocation()
  return location !== paths.admin && !location.startsWith(`${paths.admin}/`)
}

/** The assistant's panel, over the page only while it is open; its content is fetched when it is first opened. */
export function Chatbot() {
  const isOpen = useAssistantOpen()
  const isOffered = useIsOffered()
  useEffect(() => closeAssistant, [])
  useEffect(() => {
    if (!isOffered && isOpen) closeAssistant()
  }, [isOffered, isOpen])
  if (!isOpen || !isOffered) return null
  return (
    <section
      aria-label={t`Questions and answers`}
      className="flex h-[min(32rem,calc(100dvh-8rem))] w-[min(24rem,calc(100vw-2rem))] flex-col rounded-md border border-line bg-paper shadow-float"
    >
      <Suspense fallback={<Spinner />}>
        <AssistantPanel onClose={closeAssistant} />
      </Suspense>
    </section>
  )
}

/** Opens the assistant: in the header of wide windows, and in the menu of narrow ones, so that it covers nothing. */
export function AskButton({ className }: { className?: string }) {
  const isOpen = useAssistantOpen()
  if (!useIsOffered()) return null
  return (
    <Button
      variant="ghost"
      className={className}
      aria-expanded={isOpen}
      onClick={({ currentTarget }) => (isOpen ? closeAssistant() : openAssistant(currentTarget))}
    >
      {t`Ask a question`}
    </Button>
  )
}
