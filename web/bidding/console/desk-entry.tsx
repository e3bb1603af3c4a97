import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Standing } from '#contract/bidding/bidding.ts'
import { Button } from '#web/ui/button.tsx'
import { EnterBid } from '../desk-bid/enter-bid.tsx'
import { isPlainKey } from '#web/ui/plain-key.ts'
import { t } from '#web/platform/language/text.ts'

/** Opens the entry of a client's bid with one key; Escape closes it and gives the keys back to the block. */
export function DeskEntry({ standing, currency }: { standing: Standing; currency: string }) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    // The focus was in what is gone now.
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
    if (!isOpen) return
    const onEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false)
    }
    document.addEventListener('keydown', onEscape)
    return () => document.removeEventListener('keydown', onEscape)
  }, [isOpen])
  if (!isOpen)
    return <KeyButton ref={opener} letter="B" label={t`Enter a client’s bid`} onPress={() => setOpen(true)} />
  return (
    <div className="border-t border-line pt-3">
      <EnterBid standing={standing} currency={currency} />
      <Button variant="link" size="sm" onClick={() => setOpen(false)}>{t`Close entry`}</Button>
    </div>
  )
}

/** Opens the message to everyone in the auction. */
export function SpeakButton({ onSpeak }: { onSpeak: () => void }) {
  return <KeyButton letter="M" label={t`Send a message`} onPress={onSpeak} />
}

/** A button that its letter presses from anywhere on the desk. */
function KeyButton({
  ref,
  letter,
  label,
  onPress,
}: {
  ref?: RefObject<HTMLButtonElement | null>
  letter: string
  label: string
  onPress: () => void
}) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || !isPlainKey(event) || event.key.toUpperCase() !== letter) return
      event.preventDefault()
      onPress()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  return (
    <Button
      {...(ref === undefined ? {} : { ref })}
      variant="outline"
      size="lg"
      className="w-full justify-between!"
      aria-keyshortcuts={letter}
      onClick={onPress}
    >
      <span>{label}</span>
      <kbd aria-hidden="true" className="rounded-sm border border-current px-2 text-sm font-bold">
        {letter}
      </kbd>
    </Button>
  )
}
