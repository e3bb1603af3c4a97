import { useEffect, useState } from 'react'
import { confirmItIsYou } from '#contract/accounts/account-profile.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { askForProofBy, type Proof } from '#web/platform/step-up.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogSubmit } from '#web/ui/dialog-submit.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { CodeField } from './code-field.tsx'
import { onSubmitOf, useSingleFlight } from '#web/platform/forms/use-single-flight.ts'

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
  const [fault, setFault] = useState<string>()
  const { run, busy } = useSingleFlight(async () => {
    const body = proof === 'code' ? { code: given.trim() } : { password: given }
    try {
      await call(confirmItIsYou, { body })
      onAnswer(true)
    } catch (failure) {
      setFault(failureMessage(failure))
    }
  })
  const input = {
    value: given,
    autoFocus: true,
    onChange: (event: { target: { value: string } }) => setGiven(event.target.value),
  }
  return (
    <Dialog
      onClose={() => onAnswer(false)}
      title="Confirm it’s you"
      description="For money and staff, we check every ten minutes."
    >
      <form noValidate onSubmit={onSubmitOf(run)} className="flex flex-col gap-4">
        {proof === 'code' ? (
          <CodeField {...input} error={fault} />
        ) : (
          <Field label="Your password" error={fault}>
            <Input {...input} type="password" autoComplete="current-password" />
          </Field>
        )}
        <DialogSubmit busy={busy}>{busy ? 'Checking' : 'Confirm'}</DialogSubmit>
      </form>
    </Dialog>
  )
}
