import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type BankLine, listBankLines, returnBankLine } from '#contract/transfers.ts'
import { retryUnanswered, wordsOfFailure } from '#web/accounts/request-faults.ts'
import { onSubmitOf, useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '#web/ui/dialog.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Notes that what is left of a transfer was sent back from the bank. */
export function ReturnTransfer({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const amount = formatMoney(line.remaining, line.currency, true)
  const { mutateAsync, error } = useMutation({
    mutationFn: () => call(returnBankLine, { params: { lineId: line.id }, body: { reason: reason.trim() } }),
    retry: retryUnanswered,
  })
  const { run, busy } = useSingleFlight(async (_event: FormEvent) => {
    if (reason.trim().length < 3) return setFault('Say why.')
    setFault(undefined)
    if ((await mutateAsync().catch(() => null)) === null) return
    await client.invalidateQueries({ queryKey: [listBankLines.path] })
    toast({ title: `${amount} noted as sent back` })
    onClose()
  })
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={`Have you sent ${amount} back?`}
        description={`To ${line.payerName || 'the payer'}, ${line.payerAccount || 'account as in the bank’s file'}. Send it from the bank first: this only notes that you did.`}
      >
        <form noValidate onSubmit={onSubmitOf(run)} className="flex flex-col gap-4">
          {error === null ? null : (
            <Notice tone="bad" title="Nothing was noted">
              {wordsOfFailure(error)}
            </Notice>
          )}
          <Field label="Reason" hint="Kept in the audit log." error={fault}>
            <Textarea rows={2} value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
          </Field>
          <DialogFooter>
            <DialogClose>Not yet</DialogClose>
            <Button type="submit" aria-disabled={busy}>
              {busy ? 'Noting it' : 'I sent it back'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
