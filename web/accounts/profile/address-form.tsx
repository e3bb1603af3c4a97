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
import { AddressLines } from './address-lines.tsx'
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
  const { errors } = form.formState
  return (
    <OpenForm label={address === null ? t`New address` : t`Address of ${address.recipient}`}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {fault === null ? null : (
          <Notice tone="bad" title={t`We couldn’t save the address`}>
            {t`${fault} Your entries are still here.`}
          </Notice>
        )}
        <Field label={t`Name`} error={errors.recipient?.message}>
          <Input {...form.register('recipient')} autoComplete="name" />
        </Field>
        <AddressLines register={form.register} errors={errors} isOwn />
        <Checkbox {...form.register('forInvoices')} label={t`Use for invoices`} />
        <FormEnd busy={busy} action={t`Save address`} busyAction={t`Saving`} onCancel={onClose} />
      </form>
    </OpenForm>
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
