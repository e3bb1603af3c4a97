import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { DialogClose, DialogFooter } from './dialog.tsx'

/** The end of a form in a dialog of staff: cancels it, or submits the form. */
export function DialogSubmit({ busy, ...button }: ComponentProps<typeof Button> & { busy: boolean }) {
  return (
    <DialogFooter>
      <DialogClose>Cancel</DialogClose>
      <Button {...button} type="submit" aria-disabled={busy} />
    </DialogFooter>
  )
}
