import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { decideVerification } from '#contract/verification/verification.ts'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { call, type Input as InputOf, RequestError, failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Danger } from '#web/ui/danger.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { USUAL_REASONS } from '#contract/verification/usual-reasons.ts'
import { type Case, type DecisionKind, REASON_NAMES } from './case-words.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { t } from '#web/platform/language/text.ts'

/** `late`: a colleague decided first; as text. */
export type Outcome = { decision: DecisionKind } | { late: string }

type Props = {
  one: Case
  reasonField: RefObject<HTMLTextAreaElement | null>
  onOutcome: (outcome: Outcome) => void
  /** The document turned out to be on another account, too. */
  onMatch: () => void
}

/**
 * Approve, with the document's number and, if something is shared with another account, a reason for the audit log; or
 * ask again, reject, or reject for good, with a reason that the person reads word for word.
 */
export function Decision(props: Props) {
  const { one, reasonField } = props
  const decision = useDecision(props)
  const { note, setNote, fault, error, run, busy, isReasonThere } = decision
  const [isConfirming, setConfirming] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      {error === null ? null : <RequestFailed title={t`Nothing was decided`} failure={error} />}
      <Approval one={one} decision={decision} />
      <Field label={t`Reason for refusal`} hint={t`The person reads this text.`} error={fault}>
        <Textarea
          ref={reasonField}
          rows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2" role="group" aria-label={t`Common reasons`}>
        {Object.entries(USUAL_REASONS).map(([name, words]) => (
          <Button key={name} variant="outline" size="sm" onClick={() => setNote(words)}>
            {REASON_NAMES[name as keyof typeof USUAL_REASONS]}
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" aria-disabled={busy} onClick={() => void run('ask-again')}>{t`Request again`}</Button>
        <Button variant="outline" aria-disabled={busy} onClick={() => void run('reject')}>{t`Reject document`}</Button>
        <Danger>
          <Button
            variant="outline"
            aria-disabled={busy}
            onClick={() => setConfirming(isReasonThere())}
          >{t`Reject permanently`}</Button>
        </Danger>
      </div>
      {isConfirming ? (
        // The one decision that another document can't change. Its failure is shown above.
        <ConfirmDialog
          title={t`Permanently reject ${one.name}?`}
          words={t`They can’t send another document, and we refund the membership fee. You can’t undo this here.`}
          action={t`Reject permanently`}
          cancel={t`Back`}
          variant="destructive"
          onAction={() => run('reject-finally')}
          onClose={() => setConfirming(false)}
        >
          <p className="border-l-4 border-line pl-3">{note.trim()}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

function Approval({ one, decision }: { one: Case; decision: ReturnType<typeof useDecision> }) {
  const { number, setNumber, why, setWhy, approvalFault, isMatched, run, busy } = decision
  const isShared = one.shared.length > 0 || isMatched
  return (
    <>
      <Field
        label={t`Document number`}
        hint={t`As printed on the document. We keep only a keyed hash, to find the same document on another account.`}
        error={approvalFault.number}
      >
        <Input
          value={number}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setNumber(event.target.value)}
        />
      </Field>
      {isShared ? (
        <Field
          label={t`Reason to approve anyway`}
          hint={t`Kept in the audit log. The person doesn’t read it.`}
          error={approvalFault.why}
        >
          <Textarea rows={2} maxLength={500} value={why} onChange={(event) => setWhy(event.target.value)} />
        </Field>
      ) : null}
      <div>
        <Button aria-disabled={busy} onClick={() => void run('approve')}>{t`Approve`}</Button>
      </div>
    </>
  )
}

function useDecision({ one, reasonField, onOutcome, onMatch }: Props) {
  const [note, setNote] = useState('')
  const [number, setNumber] = useState('')
  const [why, setWhy] = useState('')
  const [fault, setFault] = useState<string>()
  const [approvalFault, setApprovalFault] = useState<{ number?: string; why?: string }>({})
  const [isMatched, setMatched] = useState(false)
  const { mutateAsync, error, reset } = useMutation({
    mutationFn: (body: InputOf<typeof decideVerification>['body']) =>
      call(decideVerification, { params: { caseId: one.id }, body }),
  })
  /** Forgets what the last press got. */
  function forget(): void {
    reset()
    setFault(undefined)
    setApprovalFault({})
  }
  function isReasonThere(): boolean {
    forget()
    if (note.trim().length >= 3) return true
    setFault(t`Give a reason the person can act on.`)
    reasonField.current?.focus()
    return false
  }
  function mayApprove(): boolean {
    forget()
    const faults = {
      ...(/[\p{L}\p{N}]/u.test(number) ? {} : { number: t`Enter the number printed on the document.` }),
      ...(one.shared.length === 0 || why.trim() !== '' ? {} : { why: t`Give a reason to approve anyway.` }),
    }
    setApprovalFault(faults)
    return Object.keys(faults).length === 0
  }
  const { run, busy } = useSingleFlight(async (decision: DecisionKind) => {
    if (decision === 'approve' ? !mayApprove() : !isReasonThere()) return
    const numbered = number.trim() === '' ? {} : { documentNumber: number.trim() }
    const reasoned = why.trim() === '' ? {} : { reason: why.trim() }
    try {
      await mutateAsync(
        decision === 'approve' ? { decision, ...numbered, ...reasoned } : { decision, ...numbered, note: note.trim() },
      )
      onOutcome({ decision })
    } catch (failure) {
      if (!(failure instanceof RequestError)) return
      if (failure.code === 'already-decided') {
        reset()
        onOutcome({ late: failureMessage(failure) })
      }
      if (failure.code !== 'shared-identifier') return
      setMatched(true)
      onMatch()
    }
  })
  return {
    note,
    setNote,
    number,
    setNumber,
    why,
    setWhy,
    fault,
    approvalFault,
    isMatched,
    error,
    run,
    busy,
    isReasonThere,
  }
}
