import { lazy, Suspense, useEffect, useState } from 'react'
import { isPlainKey } from '#web/ui/plain-key.ts'

const KeyList = lazy(() => import('./key-list.tsx'))

/** `?` shows the list of keys, unless the person is typing or a dialog is open. */
export function KeyHelp() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === '?' && isPlainKey(event)) setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <KeyList onClose={() => setOpen(false)} />
    </Suspense>
  )
}
