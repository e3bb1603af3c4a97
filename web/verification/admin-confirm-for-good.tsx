import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'

/** The one decision that cannot be mended by another document is said twice. */
export default function ConfirmForGood({
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
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={`Reject ${name} for good?`}
        description="No further document can be sent, and the membership fee is paid back. This cannot be undone here."
      >
        <p className="border-l-4 border-line pl-3">{reason}</p>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Back
          </Button>
          <Button variant="destructive" onClick={onConfirm}>
            Reject for good
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
