import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { decideVerification } from '#contract/verification.ts'
import { retryUnanswered, wordsOfFailure } from '#web/accounts/request-faults.ts'
import { useSingleFlight } from '#web/accounts/use-single-flight.ts'
import { call, RequestError } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

const USUAL = [
  'The photograph is blurred. Please take it again in good light.',
  'A corner of the document is cut off. Please show all four.',
  'The document has expired. Please send a valid one.',
  'The name differs from your account’s. Please contact support.',
]

/** Approve, or reject with a reason that the person reads word for word. */
export function Decision({
  caseId,
  reasonField,
  onDecided,
}: {
  caseId: string
  reasonField: RefObject<HTMLTextAreaElement | null>
  onDecided: (decision: 'approve' | 'reject') => void
}) {
  const { note, setNote, fault, error, run, busy } = useDecision(caseId, reasonField, onDecided)
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
      <Field label="Reason for a rejection" error={fault}>
        <Textarea
          ref={reasonField}
          rows={3}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2" role="group" aria-label="Usual reasons">
        {USUAL.map((words) => (
          <Button
            key={words}
            variant="outline"
            size="sm"
            className="whitespace-normal text-left"
            onClick={() => setNote(words)}
          >
            {words.split('.')[0]}
          </Button>
        ))}
      </div>
      <div>
        <Button variant="destructive" aria-disabled={busy} onClick={() => void run('reject')}>
          Reject with this reason
        </Button>
      </div>
    </div>
  )
}

function useDecision(
  caseId: string,
  reasonField: RefObject<HTMLTextAreaElement | null>,
  onDecided: (decision: 'approve' | 'reject') => void,
) {
  const [note, setNote] = useState('')
  const [fault, setFault] = useState<string>()
  const { mutateAsync, error } = useMutation({
    mutationFn: (body: { decision: 'approve' | 'reject'; note?: string }) =>
      call(decideVerification, { params: { caseId }, body }),
    retry: retryUnanswered,
  })
  const { run, busy } = useSingleFlight(async (decision: 'approve' | 'reject') => {
    const reason = note.trim()
    if (decision === 'reject' && reason.length < 3) {
      setFault('Say why, in words the person can act on.')
      reasonField.current?.focus()
      return
    }
    setFault(undefined)
    try {
      await mutateAsync(decision === 'reject' ? { decision, note: reason } : { decision })
      onDecided(decision)
    } catch (failure) {
      if (failure instanceof RequestError && failure.code === 'already-decided') onDecided(decision)
    }
  })
  return { note, setNote, fault, error, run, busy }
}
