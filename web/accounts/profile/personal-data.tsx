import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { zodResolver } from '#web/platform/forms/schema-resolver.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import * as z from 'zod/mini'
import { changeProfile } from '#contract/accounts/account-profile.ts'
import { type User } from '#contract/accounts/accounts.ts'
import { Country, Phone } from '#contract/accounts/account-inputs.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { countryName } from './countries.ts'
import { CountrySelect } from './country-select.tsx'
import { EmailAddress } from './email-address.tsx'
import { Fact, FormEnd, OpenForm, ProfileSection } from '../profile-parts.tsx'
import { useAction, useCall } from '#web/platform/forms/use-action.ts'
import { useProfileChanged } from './use-profile.ts'

/** Name, address, phone and country; the name was verified and cannot be changed. */
export function PersonalData({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  return (
    <ProfileSection
      id="personal-data"
      title={t`Personal data`}
      lead={
        <>
          <Trans>
            Your name was checked against your ID. To change it, contact{' '}
            <Link href={paths.contact} className="text-link">
              support
            </Link>
            .
          </Trans>
        </>
      }
    >
      <dl>
        <Fact name={t`Name`}>{user.name}</Fact>
      </dl>
      <EmailAddress user={user} />
      <dl>
        <Fact
          name={t`Phone`}
          action={
            <Button variant="outline" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
              <Trans>
                Change<span className="sr-only"> phone or country</span>
              </Trans>
            </Button>
          }
        >
          {user.phone === '' ? t`Not given` : user.phone}
        </Fact>
        <Fact name={t`Country`}>{countryName(user.country)}</Fact>
      </dl>
      {open ? <ContactForm user={user} onClose={() => setOpen(false)} /> : null}
    </ProfileSection>
  )
}

const Contact = z.object({ phone: Phone, country: Country })

function ContactForm({ user, onClose }: { user: User; onClose: () => void }) {
  const send = useCall(changeProfile)
  const changed = useProfileChanged()
  const form = useForm({
    resolver: zodResolver(Contact),
    defaultValues: { phone: user.phone, country: user.country },
    mode: 'onTouched',
  })
  const { onSubmit, fault, busy } = useAction(form, {}, async (body) => {
    await send({ body })
    await changed()
    toast({ title: t`Phone and country saved` })
    onClose()
  })
  const { errors } = form.formState
  return (
    <OpenForm label={t`Phone and country`}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        {fault === null ? null : (
          <Notice tone="bad" title={t`Nothing was changed`}>
            {fault}
          </Notice>
        )}
        <Field label={t`Phone`} hint={t`With country code, such as +1 212 555 0142.`} error={errors.phone?.message}>
          <Input {...form.register('phone')} type="tel" autoComplete="tel" />
        </Field>
        <Field label={t`Country`} error={errors.country?.message}>
          <CountrySelect {...form.register('country')} />
        </Field>
        <FormEnd busy={busy} action={t`Save changes`} busyAction={t`Saving`} onCancel={onClose} />
      </form>
    </OpenForm>
  )
}
