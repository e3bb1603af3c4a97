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

type Given<A extends BankAccount = BankAccount> = {
  account: A
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
      {account.kind === 'us' ? <UsNumbers {...{ account, set, faultOf }} /> : null}
      {account.kind === 'ca' ? <CanadianNumbers {...{ account, set, faultOf }} /> : null}
      {account.kind === 'mx' ? (
        <TextInput
          label="CLABE"
          hint={t`18 digits.`}
          value={account.clabe}
          error={faultOf('clabe')}
          onChange={(clabe) => set({ ...account, clabe })}
        />
      ) : null}
      {account.kind === 'iban' ? <IbanNumbers {...{ account, set, faultOf }} /> : null}
      <TextInput
        label={t`Bank`}
        value={bank}
        error={faultOf('bank')}
        onChange={(changed) => set({ ...account, bank: changed })}
      />
    </div>
  )
}

function UsNumbers({ account, set, faultOf }: Given<UsAccount>) {
  return (
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
  )
}

function CanadianNumbers({ account, set, faultOf }: Given<CanadianAccount>) {
  return (
    <>
      <TextInput
        label={t`Institution number`}
        hint={t`Three digits.`}
        value={account.institution}
        error={faultOf('institution')}
        onChange={(institution) => set({ ...account, institution })}
      />
      <TextInput
        label={t`Transit number`}
        hint={t`Five digits.`}
        value={account.transit}
        error={faultOf('transit')}
        onChange={(transit) => set({ ...account, transit })}
      />
      <TextInput
        label={t`Account number`}
        value={account.accountNumber}
        error={faultOf('accountNumber')}
        onChange={(accountNumber) => set({ ...account, accountNumber })}
      />
    </>
  )
}

function IbanNumbers({ account, set, faultOf }: Given<IbanAccount>) {
  return (
    <>
      <TextInput
        label="IBAN"
        value={account.iban}
        error={faultOf('iban')}
        onChange={(iban) => set({ ...account, iban })}
      />
      <TextInput label="BIC" value={account.bic} error={faultOf('bic')} onChange={(bic) => set({ ...account, bic })} />
    </>
  )
}
