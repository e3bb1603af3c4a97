import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { zodResolver } from '#web/platform/forms/schema-resolver.ts'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { confirmEnrolment, type Enrolment, startEnrolment } from '#contract/accounts/account-profile.ts'
import { FactorConfirmation } from '#contract/accounts/account-inputs.ts'
import { Notice } from '#web/ui/notice.tsx'
import { CodeField } from '../code-field.tsx'
import { PasswordAgain } from '../password/password-again.tsx'
import { FormEnd } from '../profile-parts.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useAction, useCall } from '#web/platform/forms/use-action.ts'
import { useProfileChanged } from './use-profile.ts'

/** Password, QR code and first code, recovery codes: three steps, the last of which is shown once. */
export function SetUpFactor({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const start = useCall(startEnrolment)
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (enrolment !== null) return <FirstCode enrolment={enrolment} onCodes={setCodes} onCancel={onCancel} />
  return (
    <PasswordAgain
      fails={t`Two-factor authentication is still off`}
      action={t`Continue`}
      busyAction={t`One moment`}
      onCancel={onCancel}
      run={async (body) => setEnrolment(await start({ body }))}
    />
  )
}

function FirstCode({
  enrolment: { secret, uri, qr },
  onCodes,
  onCancel,
}: {
  enrolment: Enrolment
  onCodes: (codes: string[]) => void
  onCancel: () => void
}) {
  const send = useCall(confirmEnrolment, 'once')
  const changed = useProfileChanged()
  const form = useForm({ resolver: zodResolver(FactorConfirmation), defaultValues: { code: '' } })
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  const { onSubmit, fault, busy } = useAction(form, { 'wrong-code': 'code' }, async (body) => {
    const reply = await send({ body })
    onCodes(reply.recoveryCodes)
    await changed()
  })
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {fault === null ? null : (
        <Notice tone="bad" title={t`Two-factor authentication is still off`}>
          {fault}
        </Notice>
      )}
      <p>{t`Scan this code with an authenticator app, such as your password manager.`}</p>
      <img src={qr} alt={t`QR code for your authenticator app`} className="size-52 rounded-sm border border-line" />
      <div className="text-slate">
        <p>
          <Trans>
            On this device,{' '}
            <a href={uri} className="text-link">
              open the app
            </a>
            or enter this key:
          </Trans>
        </p>
        <code className="tabular mt-1 block font-sans font-semibold break-all text-ink select-all">
          {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </code>
      </div>
      <CodeField {...form.register('code')} recovery={false} error={form.formState.errors.code?.message} />
      <FormEnd busy={busy} action={t`Turn on`} busyAction={t`Turning on`} onCancel={onCancel} />
    </form>
  )
}
