import { type FormEvent, useState } from 'react'
import type { BankAccount } from '#contract/payments/bank-account.ts'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import { changeSellerMoney, type Seller } from '#contract/sellers/sellers.ts'
import { AccountFields, NO_US_ACCOUNT } from '#web/payments/account-fields.tsx'
import { fieldFaults, formFault } from '#web/platform/forms/request-faults.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CommissionFields } from './commission-fields.tsx'
import { t, translated } from '#web/platform/language/text.ts'

type Changes = Omit<BodyOf<typeof changeSellerMoney>, 'version'>

/** What the form shows an error for. Of all bands together it shows none. */
const FIELDS = /^(body\.)?(taxId|commission\.(?!bands$)[\w.]+|bank\.\w+)$/

/** What the seller pays us, and where we pay them. Account numbers are never shown again: only how they end. */
export function SellerMoney({
  seller,
  mayChange,
  onSaved,
}: {
  seller: Seller
  mayChange: boolean
  onSaved: (seller: Seller) => void
}) {
  const [commission, setCommission] = useState(seller.commission)
  const [bank, setBank] = useState<BankAccount | null>(null)
  const [taxId, setTaxId] = useState('')
  const changes: Changes = {
    ...(JSON.stringify(commission) === JSON.stringify(seller.commission) ? {} : { commission }),
    ...(bank === null ? {} : { bank }),
    ...(taxId.trim() === '' ? {} : { taxId: taxId.trim() }),
  }
  const isReady = Object.keys(changes).length > 0 && !JSON.stringify(commission).includes('null')
  const { run, busy, failure } = useAttempt(async (_event: FormEvent) => {
    if (!isReady) return
    const body = { version: seller.version, ...changes }
    onSaved(await call(changeSellerMoney, { params: { sellerId: seller.id }, body }))
    toast({ title: t`Seller saved` })
  })
  const faults = fieldFaults(failure)
  const fault = failure === null ? null : formFault(failure, (field) => FIELDS.test(field))
  const faultUnder = (name: string) => (field: string) =>
    faults.find((fault) => fault.field.replace(/^body\./, '') === `${name}.${field}`)?.message
  return (
    <form noValidate onSubmit={onSubmitOf(run)} className="min-w-0 border-t border-line pt-4">
      <h2 className="mb-3 text-lg">{t`Commission and bank account`}</h2>
      {fault === null ? null : (
        <Notice tone="bad" title={t`Nothing was saved`}>
          {fault}
        </Notice>
      )}
      <fieldset disabled={!mayChange} className="flex flex-col gap-6">
        <CommissionFields
          commission={commission}
          currency={seller.currency}
          set={setCommission}
          faultOf={faultUnder('commission')}
        />
        <BankChoice known={seller.bank} bank={bank} setBank={setBank} faultOf={faultUnder('bank')} />
        <Field
          label={t`Tax ID`}
          hint={seller.taxId === null ? t`Kept encrypted.` : t`On file: ${seller.taxId}. Enter one to replace it.`}
          error={faults.find(({ field }) => field === 'taxId')?.message}
        >
          <Input value={taxId} maxLength={40} autoComplete="off" onChange={({ target }) => setTaxId(target.value)} />
        </Field>
        {mayChange ? (
          <Button type="submit" className="self-start" aria-disabled={!isReady || busy}>
            {busy ? t`Saving` : t`Save commission and bank`}
          </Button>
        ) : (
          <p className="text-sm text-slate">{t`Only cashiers can change this.`}</p>
        )}
      </fieldset>
    </form>
  )
}

function BankChoice({
  known,
  bank,
  setBank,
  faultOf,
}: {
  known: string | null
  bank: BankAccount | null
  setBank: (bank: BankAccount | null) => void
  faultOf: (field: string) => string | undefined
}) {
  return (
    <div>
      <p className="text-sm font-semibold">{t`Bank account`}</p>
      <p className="mt-1 mb-2 text-sm text-slate">
        {known === null ? t`None yet. Without one, we can only pay by hand.` : translated(known)}
      </p>
      {bank === null ? (
        <Button variant="outline" size="sm" onClick={() => setBank(NO_US_ACCOUNT)}>
          {known === null ? t`Add bank account` : t`Replace bank account`}
        </Button>
      ) : (
        <>
          <AccountFields account={bank} set={setBank} faultOf={faultOf} />
          <Button variant="ghost" size="sm" className="mt-3" onClick={() => setBank(null)}>
            {known === null ? t`Keep none` : t`Keep the current one`}
          </Button>
        </>
      )}
    </div>
  )
}
