import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type BankLine, type Candidate, listBankLines, matchBankLine } from '#contract/payments/transfers.ts'
import { useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { call } from '#web/platform/request.ts'
import { toast } from '#web/ui/toast.tsx'
import { t, translated } from '#web/platform/language/text.ts'

/** Matches a transfer to what it pays for, once per press; `run` returns whether it did, and `error` says why not. */
export function useMatch(line: BankLine) {
  const client = useQueryClient()
  const { mutateAsync, error } = useMutation({
    mutationFn: ({ accountId, purpose, subjectId }: Candidate) =>
      call(matchBankLine, { params: { lineId: line.id }, body: { accountId, purpose, subjectId } }),
  })
  const { run, busy } = useSingleFlight(async (candidate: Candidate, onDone?: () => void) => {
    if ((await mutateAsync(candidate).catch(() => null)) === null) return
    await client.invalidateQueries({ queryKey: [listBankLines.path] })
    toast({ title: t`Transfer matched`, description: `${translated(candidate.label)}, ${candidate.person}` })
    onDone?.()
  })
  return { run, busy, error }
}
