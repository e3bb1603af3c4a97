import { useState } from 'react'
import { cancelInvoice, creditInvoice } from '#contract/invoices/admin-invoices.ts'
import { minorUnits } from '#contract/platform/currency.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { typedNumber } from '#web/platform/forms/typed-number.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { call, type Input as InputOf } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { DialogSubmit } from '#web/ui/dialog-submit.tsx'
import { Field, Input, Options, Select, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { type AdminDetail, useInvoiceAction } from './admin-invoice-actions.ts'
import { t, translated } from '#web/platform/language/text.ts'

type Credit = InputOf<typeof creditInvoice>['body']
type Cancel = InputOf<typeof cancelInvoice>['body']

/** A credit note over parts of the lines. Any resulting overpayment is refunded automatically. */
export function CreditInvoice({ detail, onClose }: { detail: AdminDetail; onClose: () => void }) {
  const { invoice, creditable } = detail
  const unit = minorUnits(invoice.currency)
  // Created once for this dialog: a press that is sent twice is one credit note.
  const [creditNoteId] = useState(() => crypto.randomUUID())
  const [texts, setTexts] = useState<readonly string[]>(invoice.lines.map(() => ''))
  const [cause, setCause] = useState<Credit['cause']>('correction')
  const [reason, setReason] = useState('')
  const { mutateAsync } = useInvoiceAction(invoice.id, (body: Credit) =>
    call(creditInvoice, { params: { invoiceId: invoice.id }, body }),
  )
  const { run, busy, fault } = useAttempt(async () => {
    const lines = linesFrom(texts, creditable, unit)
    if (typeof lines === 'string') return lines
    if (reason.trim().length < 3) return t`Give a reason. The buyer sees it.`
    const done = await mutateAsync({ creditNoteId, lines, cause, reason: reason.trim() })
    toast({ title: t`Credit note ${done.creditNotes.at(-1)?.number ?? ''} issued` })
    onClose()
  })
  return (
    <Dialog
      onClose={onClose}
      title={t`Credit note for ${invoice.number}`}
      description={t`Amounts before tax. The tax on each line is credited with it.`}
    >
      <form noValidate onSubmit={onSubmitOf(run)} className="flex flex-col gap-4">
        <Fault fault={fault} />
        {invoice.lines.map((line, index) => (
          <Field
            key={line.label}
            label={translated(line.label)}
            hint={t`${formatExactMoney(creditable[index] ?? 0, invoice.currency)} can be credited`}
          >
            <Input
              inputMode="decimal"
              value={texts[index] ?? ''}
              onChange={(event) => setTexts(texts.with(index, event.target.value))}
            />
          </Field>
        ))}
        <Field label={t`Cause`}>
          <Select
            value={cause}
            onChange={(event) => setCause(event.target.value === 'goodwill' ? 'goodwill' : 'correction')}
          >
            <option value="correction">{t`Correction`}</option>
            <option value="goodwill">{t`Goodwill`}</option>
          </Select>
        </Field>
        <Reason value={reason} onChange={setReason} />
        <DialogSubmit busy={busy}>{busy ? t`Issuing` : t`Issue credit note`}</DialogSubmit>
      </form>
    </Dialog>
  )
}

/** The lines of a credit note in minor units, or what is wrong with the input. */
function linesFrom(texts: readonly string[], creditable: readonly number[], unit: number): Credit['lines'] | string {
  const lines: Credit['lines'] = []
  for (const [line, text] of texts.entries()) {
    if (text.trim() === '') continue
    const amount = typedNumber(text, unit)
    if (!(amount > 0)) return t`“${text}” isn’t an amount.`
    if (amount > (creditable[line] ?? 0)) return t`“${text}” is more than the rest of its line.`
    lines.push({ line, amount })
  }
  return lines.length === 0 ? t`Enter an amount for at least one line.` : lines
}

const CAUSES: Record<Cancel['cause'], string> = {
  correction: t`The invoice was wrong`,
  'sale-voided': t`The sale was voided`,
  'buyer-default': t`The buyer didn’t pay; late fee and storage are still owed`,
}

/** Cancels the invoice: a credit note over everything that remains. */
export function CancelInvoice({ detail, onClose }: { detail: AdminDetail; onClose: () => void }) {
  const { invoice } = detail
  const [cause, setCause] = useState<Cancel['cause']>('correction')
  const [reason, setReason] = useState('')
  const { mutateAsync } = useInvoiceAction(invoice.id, (body: Cancel) =>
    call(cancelInvoice, { params: { invoiceId: invoice.id }, body }),
  )
  const { run, busy, fault } = useAttempt(async () => {
    if (reason.trim().length < 3) return t`Give a reason. The buyer sees it.`
    await mutateAsync({ cause, reason: reason.trim() })
    toast({ title: t`${invoice.number} canceled` })
    onClose()
  })
  const left = formatExactMoney(invoice.total - invoice.credited, invoice.currency)
  return (
    <Dialog
      onClose={onClose}
      title={t`Cancel ${invoice.number}`}
      description={t`We issue a credit note for ${left} and refund what was paid.`}
    >
      <form noValidate onSubmit={onSubmitOf(run)} className="flex flex-col gap-4">
        <Fault fault={fault} />
        <Field
          label={t`Cause`}
          hint={
            cause === 'correction'
              ? undefined
              : t`This cancels only the invoice. “Undo sale” on the auction’s page does that too, records the strike and lets you offer the vehicle again.`
          }
        >
          <Select
            value={cause}
            onChange={(event) =>
              setCause(
                event.target.value === 'sale-voided' || event.target.value === 'buyer-default'
                  ? event.target.value
                  : 'correction',
              )
            }
          >
            <Options of={Object.entries(CAUSES)} />
          </Select>
        </Field>
        <Reason value={reason} onChange={setReason} />
        <DialogFooter>
          <Button type="submit" variant="destructive" aria-disabled={busy}>
            {busy ? t`Canceling` : t`Credit ${left}`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

function Reason({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <Field label={t`Reason`} hint={t`Shown on the credit note. The buyer sees it.`}>
      <Textarea rows={3} value={value} maxLength={500} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}

function Fault({ fault }: { fault: string | null }) {
  if (fault === null) return null
  return (
    <Notice tone="bad" title={t`Nothing was issued`}>
      {fault}
    </Notice>
  )
}
