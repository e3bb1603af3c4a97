import type {
  BankAccount,
  CanadianAccount,
  IbanAccount,
  MexicanAccount,
  UsAccount,
} from '#contract/payments/bank-account.ts'
import { Field, Select } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/number-inputs.tsx'
import { t } from '#web/platform/language/text.ts'

export const NO_US_ACCOUNT: UsAccount = { kind: 'us', holder: '', routingNumber: '', accountNumber: '', bank: '' }
const NO_CANADIAN_ACCOUNT: CanadianAccount = {
  kind: 'ca',
  holder: '',
  institution: '',
  transit: '',
  accountNumber: '',
  bank: '',
}
const NO_MEXICAN_ACCOUNT: MexicanAccount = { kind: 'mx', holder: '', clabe: '', bank: '' }
const NO_IBAN_ACCOUNT: IbanAccount = { kind: 'iban', holder: '', iban: '', bic: '', bank: '' }

const EMPTY: Record<BankAccount['kind'], BankAccount> = {
  us: NO_US_ACCOUNT,
  ca: NO_CANADIAN_ACCOUNT,
  mx: NO_MEXICAN_ACCOUNT,
  iban: NO_IBAN_ACCOUNT,
}

type Given = {
  account: BankAccount
  set: (account: BankAccount) => void
  /** The server's error for a field of the account, by its name. */
  faultOf: (field: string) => string | undefined
}

/** A bank account, in the number format that its country uses; holder and bank stay when another kind is chosen. */
export function AccountFields({ account, set, faultOf }: Given) {
  const { holder, bank } = account
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t`Account type`}>
        <Select
          value={account.kind}
          onChange={(event) => set({ ...EMPTY[event.target.value as BankAccount['kind']], holder, bank })}
        >
          <option value="us">{t`US: routing and account number`}</option>
          <option value="ca">{t`Canada: transit and account`}</option>
          <option value="mx">{t`Mexico: CLABE`}</option>
          <option value="iban">{t`International: IBAN and BIC`}</option>
        </Select>
      </Field>
      <TextInput
        label={t`Account holder`}
        value={holder}
        error={faultOf('holder')}
        onChange={(changed) => set({ ...account, holder: changed })}
      />
      {numbersOf(account).map(({ name, label, value, hint }) => (
        <TextInput
          key={name}
          label={label}
          {...(hint === undefined ? {} : { hint })}
          value={value}
          error={faultOf(name)}
          onChange={(changed) => set({ ...account, [name]: changed })}
        />
      ))}
      <TextInput
        label={t`Bank`}
        value={bank}
        error={faultOf('bank')}
        onChange={(changed) => set({ ...account, bank: changed })}
      />
    </div>
  )
}

type NumberField = { name: string; label: string; value: string; hint?: string }

function numbersOf(account: BankAccount): NumberField[] {
  switch (account.kind) {
    case 'us':
      return [
        {
          name: 'routingNumber',
          label: t`Routing number`,
          value: account.routingNumber,
          hint: t`Nine digits, for wires and ACH.`,
        },
        { name: 'accountNumber', label: t`Account number`, value: account.accountNumber },
      ]
    case 'ca':
      return [
        { name: 'institution', label: t`Institution number`, value: account.institution, hint: t`Three digits.` },
        { name: 'transit', label: t`Transit number`, value: account.transit, hint: t`Five digits.` },
        { name: 'accountNumber', label: t`Account number`, value: account.accountNumber },
      ]
    case 'mx':
      return [{ name: 'clabe', label: 'CLABE', value: account.clabe, hint: t`18 digits.` }]
    case 'iban':
      return [
        { name: 'iban', label: 'IBAN', value: account.iban },
        { name: 'bic', label: 'BIC', value: account.bic },
      ]
    default:
      return account satisfies never
  }
}
