import type { BankAccount, IbanAccount, UsAccount } from '#contract/payments/bank-account.ts'
import { Field, Select } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/number-inputs.tsx'
import { t } from '#web/platform/language/text.ts'

export const NO_US_ACCOUNT: UsAccount = { kind: 'us', holder: '', routingNumber: '', accountNumber: '', bank: '' }
const NO_IBAN_ACCOUNT: IbanAccount = { kind: 'iban', holder: '', iban: '', bic: '', bank: '' }

type Given = {
  account: BankAccount
  set: (account: BankAccount) => void
  /** The server's error for a field of the account, by its name. */
  faultOf: (field: string) => string | undefined
}

/** A bank account, in the number format that its country uses; holder and bank stay when another kind is chosen. */
export function AccountFields({ account, set, faultOf }: Given) {
  const { holder, bank } = account
  const isIban = account.kind !== 'us'
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t`Account type`}>
        <Select
          value={isIban ? 'iban' : 'us'}
          onChange={(event) =>
            set({ ...(event.target.value === 'iban' ? NO_IBAN_ACCOUNT : NO_US_ACCOUNT), holder, bank })
          }
        >
          <option value="us">{t`US: routing and account number`}</option>
          <option value="iban">{t`International: IBAN and BIC`}</option>
        </Select>
      </Field>
      <TextInput
        label={t`Account holder`}
        value={holder}
        error={faultOf('holder')}
        onChange={(changed) => set({ ...account, holder: changed })}
      />
      {isIban ? (
        <>
          <TextInput
            label="IBAN"
            value={account.iban}
            error={faultOf('iban')}
            onChange={(iban) => set({ ...account, iban })}
          />
          <TextInput
            label="BIC"
            value={account.bic}
            error={faultOf('bic')}
            onChange={(bic) => set({ ...account, bic })}
          />
        </>
      ) : (
        <>
          <TextInput
            label={t`Routing number`}
            hint={t`Nine digits, for wires and ACH.`}
            value={account.routingNumber}
            error={faultOf('routingNumber')}
            onChange={(routingNumber) => set({ ...account, routingNumber })}
          />
          <TextInput
            label={t`Account number`}
            value={account.accountNumber}
            error={faultOf('accountNumber')}
            onChange={(accountNumber) => set({ ...account, accountNumber })}
          />
        </>
      )}
      <TextInput
        label={t`Bank`}
        value={bank}
        error={faultOf('bank')}
        onChange={(changed) => set({ ...account, bank: changed })}
      />
    </div>
  )
}
