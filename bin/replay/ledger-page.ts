import type * as Verifier from '#web/bidding/ledger/ledger-verifier.ts'
import { readLedger, type ClosedLot } from '#contract/bidding/ledger.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import '#contract/platform/schema-words.ts'

/** A page of a published ledger, newest entry first, of a lot that is over. */
export type LedgerPage = ReplyOf<typeof readLedger> & { closed: ClosedLot }

/** What a ledger leads to. `faults`: one sentence each; none: every entry is as it was written, and follows the rules. */
export type LedgerResult = {
  lot: string
  status: string
  leader: number | null
  price: number | null
  entries: number
  sealed: number
  faults: string[]
}

export function isLedgerPage(value: unknown): value is LedgerPage {
  return typeof value === 'object' && value !== null && 'items' in value
}

/** Why a page can't be replayed; null: it can. */
export function faultInPage(page: LedgerPage): string | null {
  const read = readLedger.reply.safeParse(page)
  if (!read.success) {
    const [issue] = read.error.issues
    return `${pathOf(issue?.path ?? [])}: ${issue?.message ?? 'is not as a ledger has it'}; download the ledger again`
  }
  if (read.data.closed === undefined) return 'the lot is not over yet; download its ledger again after the close'
  return page.closed.chainStart.text.startsWith('lot:')
    ? null
    : 'closed.chainStart.text must be "lot:" and the lot’s id'
}

function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}

/** One result for each lot, from its pages in any order, by the code with which the page of the lot checks it. */
export async function verifyLedgers(pages: readonly LedgerPage[]): Promise<LedgerResult[]> {
  if (pages.length === 0) return []
  // The verifier is a file of the pages, whose texts are compiled before it can run. Recorded auctions do without the compiler.
  const [{ runnerImport }, { textsInPlace }] = await Promise.all([import('vite'), import('../texts/texts-in-place.ts')])
  const path = new URL('../../web/bidding/ledger/ledger-verifier.ts', import.meta.url).pathname
  const { module: verifier } = await runnerImport<typeof Verifier>(path, {
    configFile: false,
    logLevel: 'silent',
    plugins: [textsInPlace()],
  })
  const lots = Map.groupBy(pages, (page) => page.closed.chainStart.text.slice('lot:'.length))
  return Promise.all([...lots].map(([lotId, ofLot]) => verifyLot(verifier, lotId, ofLot)))
}

async function verifyLot(
  verifier: typeof Verifier,
  lotId: string,
  pages: readonly LedgerPage[],
): Promise<LedgerResult> {
  const distinct = [...new Map(pages.map((page) => [newestOf(page), page])).values()]
  const newestFirst = distinct.toSorted((one, other) => newestOf(other) - newestOf(one))
  const entries = newestFirst.flatMap(({ items }) => items).toReversed()
  const { terms, standing } = newestFirst[0]!.closed
  const before = entries[0]?.line.sequence ?? 1
  return {
    lot: lotId,
    status: standing.status,
    leader: standing.leader,
    price: standing.price,
    entries: entries.length,
    sealed: entries.reduce((sum, { sealed = [] }) => sum + sealed.length, 0),
    faults: isWhole(newestFirst)
      ? [...(await verifier.faultsInChain(lotId, entries)), ...verifier.faultsInReplay(terms, entries, standing)]
      : [`The older entries are missing: also name the file from /api/lots/${lotId}/ledger?limit=500&before=${before}`],
  }
}

function newestOf({ items }: LedgerPage): number {
  return items[0]?.line.sequence ?? 0
}

/** Whether the page with the first entry is there. */
function isWhole(newestFirst: readonly LedgerPage[]): boolean {
  return newestFirst.at(-1)!.next === null
}
