import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { DialogClose, DialogFooter } from './dialog.tsx'
import { t } from '#web/platform/language/text.ts'

/** The end of a form in a dialog of staff: cancels it, or submits the form. */
export function DialogSubmit({ busy, ...button }: ComponentProps<typeof Button> & { busy: boolean }) {
  return (
    <DialogFooter>
      <DialogClose>{t`Cancel`}</DialogClose>
      <Button {...button} type="submit" aria-disabled={busy} />
    </DialogFooter>
  )
}
