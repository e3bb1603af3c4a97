import { t } from '#web/platform/language/text.ts'
import { zodResolver } from '#web/platform/forms/schema-resolver.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { closeAccount } from '#contract/accounts/account-profile.ts'
import { type User } from '#contract/accounts/accounts.ts'
import { FactorCode, GivenPassword } from '#contract/accounts/account-inputs.ts'
import { RequestError } from '#web/platform/request.ts'
import { useLogOut } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CodeField } from '../code-field.tsx'
import { PasswordField } from '../password/password-field.tsx'
import { FormEnd, OpenForm, ProfileSection } from '../profile-parts.tsx'
import { useAction, useCall } from '#web/platform/forms/use-action.ts'

/** Closes the account for good, after saying what is deleted and what is kept. */
export function CloseAccount({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  if (user.role !== 'member') return null
  return (
    <ProfileSection
      id="close"
      title={t`Close account`}
      lead={t`We permanently delete your name, addresses, phone and sign-in. Your paddle number stays in the ledgers of lots you bid on, and we keep invoices as long as the law requires.`}
    >
      {open ? (
        <OpenForm label={t`Close account`}>
          <ClosingForm user={user} onClose={() => setOpen(false)} />
        </OpenForm>
      ) : (
        <Button variant="outline" onClick={() => setOpen(true)}>
          {t`Close account`}
        </Button>
      )}
    </ProfileSection>
  )
}

const Plain = z.object({ currentPassword: GivenPassword, code: z.optional(z.string()) })
const WithCode = z.object({ currentPassword: GivenPassword, code: FactorCode })

function ClosingForm({ user, onClose }: { user: User; onClose: () => void }) {
  const send = useCall(closeAccount, 'once')
  const logOut = useLogOut()
  const [reasons, setReasons] = useState<readonly string[]>([])
  const hasFactor = user.secondFactor === 'on'
  const form = useForm<z.infer<typeof Plain>>({
    resolver: zodResolver(hasFactor ? WithCode : Plain),
    defaultValues: hasFactor ? { currentPassword: '', code: '' } : { currentPassword: '' },
  })
  const fields = { 'wrong-password': 'currentPassword', 'wrong-code': 'code' } as const
  const { onSubmit, fault, busy } = useAction(form, fields, async ({ currentPassword, code }) => {
    setReasons([])
    try {
      await send({ body: code === undefined ? { currentPassword } : { currentPassword, code } })
    } catch (failure) {
      setReasons(reasonsIn(failure))
      throw failure
    }
    await logOut()
  })
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {fault === null ? null : (
        <Notice tone="bad" title={t`We couldn’t close your account`}>
          {reasons.length === 0 ? (
            fault
          ) : (
            <ul>
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <PasswordField
        {...form.register('currentPassword')}
        label={t`Your password`}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
      />
      {hasFactor ? <CodeField {...form.register('code')} error={errors.code?.message} /> : null}
      <FormEnd
        busy={busy}
        action={t`Close account permanently`}
        busyAction={t`Closing`}
        destructive
        onCancel={onClose}
      />
    </form>
  )
}

/** Open obligations of the person, as the features report them. */
function reasonsIn(failure: unknown): string[] {
  const reasons: unknown = failure instanceof RequestError ? failure.details['reasons'] : undefined
  return Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === 'string') : []
}
