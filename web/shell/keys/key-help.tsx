import { lazy, Suspense, useEffect, useState } from 'react'

const KeyList = lazy(() => import('./key-list.tsx'))

/** `?` shows the list of keys, unless the person is typing or a dialog is open. */
export function KeyHelp() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent) => {
      const isBusy = target instanceof Element && target.closest('input, textarea, select, dialog') !== null
      if (key === '?' && !isBusy) setOpen(true)
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
