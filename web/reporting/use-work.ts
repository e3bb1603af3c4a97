import { readWork, type WaitingWork, type WorkKind } from '#contract/reporting/work.ts'
import { paths } from '../paths.ts'
import { useRead } from '../platform/use-read.ts'
import { t } from '#web/platform/language/text.ts'

/** The feed reports most changes; background work and emails have no news. */
const EVERY_MS = 60_000

/** Where each kind of waiting work is done: the page and its filter. */
export const WORK_PLACES: Record<WorkKind, { label: string; page: string; query: string }> = {
  documents: { label: t`Documents`, page: 'verifications', query: '?state=submitted' },
  risks: { label: t`Risk signals`, page: 'risks', query: '?state=open' },
  negotiations: { label: t`Negotiations`, page: 'negotiations', query: '' },
  questions: { label: t`Questions`, page: 'questions', query: '?state=waiting' },
  tickets: { label: t`Tickets`, page: 'tickets', query: '?status=open' },
  transfers: { label: t`Unmatched transfers`, page: 'transfers', query: '' },
  refunds: { label: t`Refunds to send`, page: 'payments', query: '' },
  disputes: { label: t`Disputes`, page: 'disputes', query: '?state=undecided' },
  emails: { label: t`Failed emails`, page: 'mails', query: '?state=failed' },
  jobs: { label: t`Failed jobs`, page: 'outbox', query: '?state=given-up' },
}

export function useWork() {
  return useRead(readWork, {}, { refetchInterval: EVERY_MS })
}

/** How much work waits on each page of the administration, by the page's path. */
export function countsByPage(items: readonly WaitingWork[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { kind, count } of items) {
    const to = paths.adminPage(WORK_PLACES[kind].page)
    counts.set(to, (counts.get(to) ?? 0) + count)
  }
  return counts
}
