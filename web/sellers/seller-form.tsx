import { type ComponentProps, type FormEvent, useState } from 'react'
import { saveSeller, type Seller, SELLER_KIND_WORDS } from '#contract/sellers/sellers.ts'
import { CountrySelect } from '#web/accounts/profile/country-select.tsx'
import { faultOf, formFault } from '#web/platform/forms/request-faults.ts'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Input, Options, Select, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t, translated } from '#web/platform/language/text.ts'

const EMPTY = {
  code: '',
  name: '',
  kind: 'private' as Seller['kind'],
  address: '',
  country: 'US',
  email: '',
  phone: '',
  accountEmail: '',
  isActive: true,
}
type Fields = typeof EMPTY

function fieldsOf(seller: Seller | null): Fields {
  if (seller === null) return EMPTY
  const { code, name, kind, address, country, email, phone, accountEmail, isActive } = seller
  return { code, name, kind, address, country, email, phone, accountEmail: accountEmail ?? '', isActive }
}

/** Who the seller is, how to reach them, and which member's account is theirs. */
export function SellerForm({
  id,
  seller,
  mayChange,
  onSaved,
}: {
  id: string
  seller: Seller | null
  mayChange: boolean
  onSaved: (seller: Seller) => void
}) {
  const [fields, setFields] = useState(() => fieldsOf(seller))
  const { run, busy, failure } = useAttempt(async (_event: FormEvent) => {
    const body = {
      ...fields,
      version: seller?.version ?? 0,
      code: fields.code.trim().toUpperCase(),
      email: fields.email.trim(),
      accountEmail: fields.accountEmail.trim() === '' ? null : fields.accountEmail.trim(),
    }
    onSaved(await call(saveSeller, { params: { sellerId: id }, body }))
    toast({ title: t`Seller saved` })
  })
  const fault = failure === null ? null : formFault(failure, (field) => field in fields)
  return (
    <form noValidate onSubmit={onSubmitOf(run)} className="min-w-0 border-t border-line pt-4">
      <h2 className="mb-3 text-lg">{t`Details`}</h2>
      {fault === null ? null : (
        <Notice tone="bad" title={t`Nothing was saved`}>
          {fault}
        </Notice>
      )}
      <fieldset disabled={!mayChange} className="flex flex-col gap-4">
        <Details fields={fields} setFields={setFields} failure={failure} />
        {mayChange ? (
          <Button type="submit" className="self-start" aria-disabled={busy}>
            {busy ? t`Saving` : t`Save seller`}
          </Button>
        ) : null}
      </fieldset>
    </form>
  )
}

function Details({
  fields,
  setFields,
  failure,
}: {
  fields: Fields
  setFields: (fields: Fields) => void
  failure: unknown
}) {
  const of = (name: Exclude<keyof Fields, 'isActive'>) => ({
    value: fields[name],
    onChange: ({ target }: { target: { value: string } }) => setFields({ ...fields, [name]: target.value }),
  })
  const text = (
    name: Exclude<keyof Fields, 'isActive'>,
    label: string,
    { hint, ...input }: ComponentProps<'input'> & { hint?: string },
  ) => (
    <Field label={label} error={faultOf(failure, name)} {...(hint === undefined ? {} : { hint })}>
      <Input {...input} {...of(name)} />
    </Field>
  )
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {text('code', t`Code`, { maxLength: 20, hint: t`The short name in files, such as NORTH-1.` })}
        {text('name', t`Name`, { maxLength: 120 })}
        <Field label={t`Kind`} error={faultOf(failure, 'kind')}>
          <Select {...of('kind')}>
            <Options of={Object.entries(SELLER_KIND_WORDS).map(([kind, words]) => [kind, translated(words)])} />
          </Select>
        </Field>
        <Field label={t`Country`} error={faultOf(failure, 'country')}>
          <CountrySelect {...of('country')} autoComplete="off" />
        </Field>
      </div>
      <Field
        label={t`Postal address`}
        error={faultOf(failure, 'address')}
        hint={t`As on an envelope, without the country.`}
      >
        <Textarea rows={3} maxLength={300} {...of('address')} />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {text('email', t`Email`, { type: 'email', maxLength: 254 })}
        {text('phone', t`Phone`, { type: 'tel', maxLength: 40 })}
      </div>
      {text('accountEmail', t`Member account`, {
        type: 'email',
        maxLength: 254,
        hint: t`The email they sign in with. They see their lots and statements, and can’t bid on their lots.`,
      })}
      <Checkbox
        label={t`Active: new lots can be entered`}
        checked={fields.isActive}
        onChange={({ target }) => setFields({ ...fields, isActive: target.checked })}
      />
    </>
  )
}
