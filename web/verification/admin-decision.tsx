import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { decideVerification } from '#contract/verification.ts'
import { wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { call, RequestError, wordsOf } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ConfirmForGood } from './admin-confirm-for-good.tsx'
import { type DecisionKind, USUAL_REASONS } from './case-words.ts'

/** `late`: a colleague was first; in words. */
export type Outcome = { decision: DecisionKind } | { late: string }

type Props = {
  caseId: string
  name: string
  reasonField: RefObject<HTMLTextAreaElement | null>
  onOutcome: (outcome: Outcome) => void
}

/** Approve; or ask again, reject, or reject for good, with a reason that the person reads word for word. */
export function Decision({ caseId, name, reasonField, onOutcome }: Props) {
  const { note, setNote, fault, error, run, busy, isReasonThere } = useDecision(caseId, reasonField, onOutcome)
  const [isConfirming, setConfirming] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      {error === null ? null : (
        <Notice tone="bad" title="Nothing was decided">
          {wordsOfFailure(error)}
        </Notice>
      )}
      <div>
        <Button aria-disabled={busy} onClick={() => void run('approve')}>
          Approve
        </Button>
      </div>
      <Field label="Reason, if not" hint="The person reads it as it stands here." error={fault}>
        <Textarea
          ref={reasonField}
          rows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2" role="group" aria-label="Usual reasons">
        {USUAL_REASONS.map((usual) => (
          <Button key={usual.name} variant="outline" size="sm" onClick={() => setNote(usual.words)}>
            {usual.name}
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" aria-disabled={busy} onClick={() => void run('ask-again')}>
          Ask for it again
        </Button>
        <Button variant="outline" aria-disabled={busy} onClick={() => void run('reject')}>
          Reject this document
        </Button>
        <Button variant="destructive" aria-disabled={busy} onClick={() => setConfirming(isReasonThere())}>
          Reject for good
        </Button>
      </div>
      {isConfirming ? (
        <ConfirmForGood
          name={name}
          reason={note.trim()}
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false)
            void run('reject-finally')
          }}
        />
      ) : null}
    </div>
  )
}

function useDecision(caseId: string, reasonField: Props['reasonField'], onOutcome: Props['onOutcome']) {
  const [note, setNote] = useState('')
  const [fault, setFault] = useState<string>()
  const { mutateAsync, error } = useMutation({
    mutationFn: (body: { decision: DecisionKind; note?: string }) =>
      call(decideVerification, { params: { caseId }, body }),
  })
  function isReasonThere(): boolean {
    if (note.trim().length >= 3) return true
    setFault('Say why, in words the person can act on.')
    reasonField.current?.focus()
    return false
  }
  const { run, busy } = useSingleFlight(async (decision: DecisionKind) => {
    if (decision !== 'approve' && !isReasonThere()) return
    setFault(undefined)
    try {
      await mutateAsync(decision === 'approve' ? { decision } : { decision, note: note.trim() })
      onOutcome({ decision })
    } catch (failure) {
      if (failure instanceof RequestError && failure.code === 'already-decided') onOutcome({ late: wordsOf(failure) })
    }
  })
  return { note, setNote, fault, error, run, busy, isReasonThere }
}
