import { zodResolver } from '#web/platform/forms/schema-resolver.ts'
import { useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { Link } from 'wouter'
import type * as z from 'zod/mini'
import { ClientEntry, registerClient } from '#contract/verification/clients.ts'
import { DOCUMENT_KINDS } from '#contract/verification/verification.ts'
import { AddressLines } from '#web/accounts/profile/address-lines.tsx'
import { paths } from '#web/paths.ts'
import { useAction, useCall } from '#web/platform/forms/use-action.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Input, Options, Select } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { kindName } from './document-file.ts'
import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

type Draft = z.input<typeof ClientEntry>
type Registered = ReplyOf<typeof registerClient> & { name: string }

/** Registers a person at the desk whose identity document the reviewer has in front of them. */
export default function AdminRegisterClient() {
  const [done, setDone] = useState<Registered | null>(null)
  return (
    <>
      <BackLink href={paths.adminPage('people')}>{t`All people`}</BackLink>
      <h1 className="mt-1 text-xl">{t`Register client`}</h1>
      <p className="mt-1 max-w-[44rem] text-slate">{t`For a person at the desk. They can bid at once under their client number, without a password and without the membership fee.`}</p>
      <div className="mt-5 max-w-[44rem]">
        {done === null ? <EntryForm onDone={setDone} /> : <Done client={done} onNext={() => setDone(null)} />}
      </div>
    </>
  )
}

function Done({ client: { id, paddle, name }, onNext }: { client: Registered; onNext: () => void }) {
  return (
    <Notice tone="good" title={t`Client number ${paddle}`}>
      <p>
        <Trans>
          <Link href={paths.adminPage(`people/${id}`)} className="underline underline-offset-4">
            {name}
          </Link>{' '}
          is registered. Enter their bids under {paddle}.
        </Trans>
      </p>
      <Button variant="outline" className="mt-3" onClick={onNext}>{t`Register another`}</Button>
    </Notice>
  )
}

function EntryForm({ onDone }: { onDone: (client: Registered) => void }) {
  const send = useCall(registerClient, 'once')
  const form = useForm<Draft, unknown, ClientEntry>({
    resolver: zodResolver(ClientEntry),
    defaultValues: EMPTY,
    mode: 'onTouched',
  })
  const fieldOf = { 'address-taken': 'email', 'document-known': 'documentNumber' } as const
  const { onSubmit, fault, busy } = useAction(form, fieldOf, async (body) => {
    onDone({ ...(await send({ body })), name: body.name })
  })
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {fault === null ? null : (
        <Notice tone="bad" title={t`No one was registered`}>
          {fault}
        </Notice>
      )}
      <PersonFields form={form} />
      <AddressLines register={form.register} errors={form.formState.errors} isOwn={false} />
      <DocumentFields form={form} />
      <div>
        <Button type="submit" aria-disabled={busy}>
          {busy ? t`Registering` : t`Register client`}
        </Button>
      </div>
    </form>
  )
}

type Form = UseFormReturn<Draft, unknown, ClientEntry>

function PersonFields({ form: { register, formState } }: { form: Form }) {
  const { errors } = formState
  return (
    <>
      <Field label={t`Full name`} hint={t`As on the document.`} error={errors.name?.message}>
        <Input {...register('name')} autoComplete="off" />
      </Field>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field label={t`Email`} hint={t`Invoices go there.`} error={errors.email?.message}>
          <Input {...register('email')} type="email" inputMode="email" autoComplete="off" />
        </Field>
        <Field label={t`Phone`} error={errors.phone?.message}>
          <Input {...register('phone')} type="tel" inputMode="tel" autoComplete="off" />
        </Field>
      </div>
    </>
  )
}

function DocumentFields({ form: { register, formState } }: { form: Form }) {
  const { errors } = formState
  return (
    <>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field label={t`Identity document`} error={errors.documentKind?.message}>
          <Select {...register('documentKind')}>
            <Options of={DOCUMENT_KINDS.map((kind) => [kind, kindName(kind)])} />
          </Select>
        </Field>
        <Field
          label={t`Document number`}
          hint={t`Only a fingerprint of it is kept, to find duplicates.`}
          error={errors.documentNumber?.message}
        >
          <Input {...register('documentNumber')} autoComplete="off" />
        </Field>
      </div>
      <Checkbox
        {...register('checked')}
        label={t`I compared the person with the document, and read the email back to them.`}
        error={errors.checked?.message}
      />
    </>
  )
}

const EMPTY: Omit<Draft, 'checked'> = {
  name: '',
  email: '',
  phone: '',
  company: '',
  street: '',
  extra: '',
  postcode: '',
  city: '',
  region: '',
  country: 'US',
  documentKind: 'driving-licence',
  documentNumber: '',
}
