import { useEffect, useId, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'

/** The one decision that cannot be mended by another document is said twice. */
export function ConfirmForGood({
  name,
  reason,
  onClose,
  onConfirm,
}: {
  name: string
  reason: string
  onClose: () => void
  onConfirm: () => void
}) {
  const window = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => window.current?.showModal(), [])
  return (
    <dialog
      ref={window}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-words`}
      onClose={onClose}
      className="m-auto w-[min(32rem,calc(100vw-2rem))] rounded-md border border-line bg-paper p-6 text-ink shadow-float backdrop:bg-black/50"
    >
      <h3 id={`${id}-title`} className="text-lg">
        Reject {name} for good?
      </h3>
      <p id={`${id}-words`} className="mt-2 text-slate">
        No further document can be sent, and the membership fee is paid back. This cannot be undone here.
      </p>
      <p className="mt-4 border-l-4 border-line pl-3">{reason}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          Back
        </Button>
        <Button variant="destructive" onClick={onConfirm}>
          Reject for good
        </Button>
      </div>
    </dialog>
  )
}
