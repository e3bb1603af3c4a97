import { useEffect, useState } from 'react'
import { confirmItIsYou } from '#contract/accounts/account-profile.ts'
import { call } from '#web/platform/request.ts'
import { askForProofBy, type Proof } from '#web/platform/step-up.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogSubmit } from '#web/ui/dialog-submit.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { CodeField } from './code-field.tsx'
import { useAttempt } from '#web/platform/forms/use-attempt.ts'
import { onSubmitOf } from '#web/platform/forms/use-single-flight.ts'
import { t } from '#web/platform/language/text.ts'

type Asked = { proof: Proof; answer(isProven: boolean): void }

/** Asks staff to prove their identity again when an action needs it; the action then continues. */
export function StepUp() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => {
    askForProofBy((proof) => new Promise((answer) => setAsked({ proof, answer })))
    return () => askForProofBy(null)
  }, [])
  if (asked === null) return null
  return (
    <AskProof
      proof={asked.proof}
      onAnswer={(isProven) => {
        setAsked(null)
        asked.answer(isProven)
      }}
    />
  )
}

function AskProof({ proof, onAnswer }: { proof: Proof; onAnswer: (isProven: boolean) => void }) {
  const [given, setGiven] = useState('')
  const { run, busy, fault } = useAttempt(async () => {
    const body = proof === 'code' ? { code: given.trim() } : { password: given }
    await call(confirmItIsYou, { body })
    onAnswer(true)
  })
  const input = {
    value: given,
    autoFocus: true,
    onChange: (event: { target: { value: string } }) => setGiven(event.target.value),
  }
  return (
    <Dialog
      onClose={() => onAnswer(false)}
      title={t`Confirm it’s you`}
      description={t`For money and staff, we check every ten minutes.`}
    >
      <form noValidate onSubmit={onSubmitOf(run)} className="flex flex-col gap-4">
        {proof === 'code' ? (
          <CodeField {...input} error={fault ?? undefined} />
        ) : (
          <Field label={t`Your password`} error={fault ?? undefined}>
            <Input {...input} type="password" autoComplete="current-password" />
          </Field>
        )}
        <DialogSubmit busy={busy}>{busy ? t`Checking` : t`Confirm`}</DialogSubmit>
      </form>
    </Dialog>
  )
}
