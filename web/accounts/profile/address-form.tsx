import { t } from '#web/platform/language/text.ts'
import { zodResolver } from '#web/platform/forms/schema-resolver.ts'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { addAddress, type Address, changeAddress } from '#contract/accounts/account-profile.ts'
import { AddressInput } from '#contract/accounts/account-inputs.ts'
import { useUser } from '#web/platform/session.tsx'
import { Checkbox, Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { CountrySelect } from './country-select.tsx'
import { FormEnd, OpenForm } from '../profile-parts.tsx'
import { useAction, useCall } from '#web/platform/forms/use-action.ts'
import { useProfileChanged } from './use-profile.ts'

type Draft = z.input<typeof AddressInput>

/** `address` null: a new one, prefilled with the person's name. */
export function AddressForm({ address, onClose }: { address: Address | null; onClose: () => void }) {
  const { user } = useUser()
  const add = useCall(addAddress, 'once')
  const change = useCall(changeAddress)
  const changed = useProfileChanged()
  const form = useForm<Draft, unknown, AddressInput>({
    resolver: zodResolver(AddressInput),
    defaultValues: address ?? {
      ...EMPTY,
      recipient: user?.name ?? '',
      country: user?.country ?? '',
    },
    mode: 'onTouched',
  })
  const { onSubmit, fault, busy } = useAction(form, {}, async (body) => {
    if (address === null) await add({ body })
    else await change({ params: { addressId: address.id }, body })
    await changed()
    toast({ title: t`Address saved` })
    onClose()
  })
  return (
    <OpenForm label={address === null ? t`New address` : t`Address of ${address.recipient}`}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {fault === null ? null : (
          <Notice tone="bad" title={t`We couldn’t save the address`}>
            {t`${fault} Your entries are still here.`}
          </Notice>
        )}
        <Lines form={form} />
        <Checkbox {...form.register('forInvoices')} label={t`Use for invoices`} />
        <FormEnd busy={busy} action={t`Save address`} busyAction={t`Saving`} onCancel={onClose} />
      </form>
    </OpenForm>
  )
}

function Lines({ form: { register, formState } }: { form: ReturnType<typeof useForm<Draft, unknown, AddressInput>> }) {
  const { errors } = formState
  return (
    <>
      <Field label={t`Name`} error={errors.recipient?.message}>
        <Input {...register('recipient')} autoComplete="name" />
      </Field>
      <Field label={t`Company (optional)`} error={errors.company?.message}>
        <Input {...register('company')} autoComplete="organization" />
      </Field>
      <Field label={t`Street address`} error={errors.street?.message}>
        <Input {...register('street')} autoComplete="address-line1" />
      </Field>
      <Field label={t`Unit (optional)`} hint={t`Apartment, suite, building, gate code.`} error={errors.extra?.message}>
        <Input {...register('extra')} autoComplete="address-line2" />
      </Field>
      <Field label={t`City`} error={errors.city?.message}>
        <Input {...register('city')} autoComplete="address-level2" />
      </Field>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-[1fr_9rem]">
        <Field label={t`State (optional)`} error={errors.region?.message}>
          <Input {...register('region')} autoComplete="address-level1" />
        </Field>
        <Field label={t`ZIP code`} error={errors.postcode?.message}>
          <Input {...register('postcode')} autoComplete="postal-code" />
        </Field>
      </div>
      <Field label={t`Country`} error={errors.country?.message}>
        <CountrySelect {...register('country')} />
      </Field>
    </>
  )
}

const EMPTY: Draft = {
  recipient: '',
  company: '',
  street: '',
  extra: '',
  postcode: '',
  city: '',
  region: '',
  country: '',
  forInvoices: false,
}
