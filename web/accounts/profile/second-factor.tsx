import { t } from '#web/platform/language/text.ts'
import { useState } from 'react'
import { removeSecondFactor, renewRecoveryCodes } from '#contract/accounts/account-profile.ts'
import type { User } from '#contract/accounts/accounts.ts'
import { formatDay } from '#web/platform/time.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Fact, OpenForm, ProfileSection } from '../profile-parts.tsx'
import { ProofForm } from '../password/proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUpFactor } from './set-up-factor.tsx'
import { useCall } from '#web/platform/forms/use-action.ts'
import { useProfile, useProfileChanged } from './use-profile.ts'

/** Two-factor authentication: set up, renewed, turned off. */
export function SecondFactor({ user }: { user: User }) {
  const [open, setOpen] = useState<'set-up' | 'renew' | 'remove' | null>(null)
  const { data } = useProfile()
  const close = () => setOpen(null)
  const isOn = user.secondFactor === 'on'
  const factor = data?.secondFactor
  const left = factor?.recoveryCodesLeft ?? 0
  return (
    <ProfileSection
      id="second-factor"
      title={t`Two-factor authentication`}
      lead={t`Sign in with your password and a code from an app on your phone, so a stolen password isn’t enough.`}
    >
      <dl>
        <Fact
          name={t`Status`}
          action={isOn || open === 'set-up' ? undefined : <SetUpButton user={user} onPress={() => setOpen('set-up')} />}
        >
          {isOn ? (
            <span className="font-semibold text-leading">{t`On`}</span>
          ) : user.emailConfirmed ? (
            t`Off`
          ) : (
            t`Off. Confirm your email to set it up.`
          )}
          {typeof factor?.since === 'number' ? (
            <span className="text-slate"> {t`since ${formatDay(factor.since)}`}</span>
          ) : null}
        </Fact>
        {isOn && factor !== undefined ? (
          <Fact
            name={t`Recovery codes`}
            action={
              <Button variant="outline" size="sm" onClick={() => setOpen('renew')}>
                {t`Create new codes`}
              </Button>
            }
          >
            <span className={left < 3 ? 'font-semibold text-outbid' : ''}>{t`${left} left`}</span>
            {left < 3 ? <span className="block text-xs">{t`Create new codes soon.`}</span> : null}
          </Fact>
        ) : null}
      </dl>
      {open === 'set-up' ? (
        <OpenForm label={t`Set up two-factor authentication`}>
          <SetUpFactor onDone={close} onCancel={close} />
        </OpenForm>
      ) : null}
      {open === 'renew' ? <Renew onClose={close} /> : null}
      {open === 'remove' ? <Remove onClose={close} /> : null}
      {isOn && open === null && factor !== undefined ? (
        factor.obligatory ? (
          <p className="mt-3 text-slate">{t`Required for everyone on our team.`}</p>
        ) : (
          <Button variant="ghost" size="sm" className="mt-3 -ml-3" onClick={() => setOpen('remove')}>
            {t`Turn off`}
          </Button>
        )
      ) : null}
    </ProfileSection>
  )
}

function SetUpButton({ user, onPress }: { user: User; onPress: () => void }) {
  if (!user.emailConfirmed) return null
  return (
    <Button variant="outline" size="sm" onClick={onPress}>
      {t`Set up`}
    </Button>
  )
}

function Renew({ onClose }: { onClose: () => void }) {
  const send = useCall(renewRecoveryCodes, 'once')
  const changed = useProfileChanged()
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes !== null) {
    return (
      <OpenForm label={t`New recovery codes`}>
        <RecoveryCodes codes={codes} onDone={onClose} />
      </OpenForm>
    )
  }
  return (
    <OpenForm label={t`New recovery codes`}>
      <ProofForm
        fails={t`The old codes still work`}
        action={t`Create new codes`}
        busyAction={t`Creating`}
        onCancel={onClose}
        run={async (body) => {
          const reply = await send({ body })
          setCodes(reply.recoveryCodes)
          await changed()
        }}
      >
        {t`The old codes stop working.`}
      </ProofForm>
    </OpenForm>
  )
}

function Remove({ onClose }: { onClose: () => void }) {
  const send = useCall(removeSecondFactor, 'once')
  const changed = useProfileChanged()
  return (
    <OpenForm label={t`Turn off two-factor authentication`}>
      <ProofForm
        fails={t`Two-factor authentication is still on`}
        action={t`Turn off`}
        busyAction={t`Turning off`}
        destructive
        onCancel={onClose}
        run={async (body) => {
          await send({ body })
          await changed()
          toast({ title: t`Two-factor authentication is off` })
          onClose()
        }}
      >
        {t`You’ll sign in with your password only.`}
      </ProofForm>
    </OpenForm>
  )
}
