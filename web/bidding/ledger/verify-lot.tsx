import { useMutation } from '@tanstack/react-query'
import type { readLedger, Standing } from '#contract/bidding.ts'
import type { Lot } from '#contract/lots.ts'
import type { OwnSeal, readOwnSeals } from '#contract/own-seals.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call, RequestError, route } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckMark, WarningMark } from '#web/ui/marks.tsx'
import type { Entry } from './ledger-verifier.ts'

const LEDGER = route<typeof readLedger>('GET', '/api/lots/:lotId/ledger')
const SEALS = route<typeof readOwnSeals>('GET', '/api/lots/:lotId/own-seals')
const LINES_AT_ONCE = 500

type Check = { name: string; words: string; faults: string[] }

/** After the close: the browser itself checks the lot's ledger, and one's own sealed maximums against it. */
export default function VerifyLot({ lot, standing }: { lot: Lot; standing: Standing }) {
  const { mutate, data, isPending, error } = useMutation({ mutationFn: () => verify(lot, standing), retry: false })
  return (
    <section aria-labelledby="verify-lot" className="border-t border-line pt-4">
      <h2 id="verify-lot" className="text-base">
        Verify this lot
      </h2>
      <p className="mt-1 text-sm text-slate">
        Your browser reads the whole ledger, checks that no entry was changed or left out, plays it again by the rules,
        and opens the seals of your own maximums. It takes nobody’s word for it, ours included.
      </p>
      <Button variant="outline" className="mt-3" disabled={isPending} onClick={() => mutate()}>
        {isPending ? 'Checking…' : data === undefined ? 'Check it now' : 'Check it again'}
      </Button>
      <div role="status">
        {error === null ? null : (
          <p className="mt-3 text-sm text-outbid">The ledger could not be checked. {error.message}</p>
        )}
        {data === undefined || isPending ? null : (
          <ul className="mt-3 flex flex-col gap-3">
            {data.map((check) => (
              <li key={check.name}>
                <Result check={check} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function Result({ check: { name, words, faults } }: { check: Check }) {
  const holds = faults.length === 0
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-2 text-sm">
      {holds ? (
        <CheckMark className="mt-0.5 size-5 text-leading" />
      ) : (
        <WarningMark className="mt-0.5 size-5 text-outbid" />
      )}
      <div>
        <p className={`font-semibold ${holds ? 'text-leading' : 'text-outbid'}`}>
          {name}: {holds ? 'it holds' : 'it does not hold'}
        </p>
        <p className="tabular text-slate">{words}</p>
        {faults.map((fault) => (
          <p key={fault}>{fault}</p>
        ))}
      </div>
    </div>
  )
}

async function verify(lot: Lot, standing: Standing): Promise<Check[]> {
  // Without https a browser offers no way to hash.
  if (!globalThis.isSecureContext) throw new Error('Your browser checks hashes only over a secure connection (https).')
  const [verifier, entries, seals] = await Promise.all([
    import('./ledger-verifier.ts'),
    wholeLedger(lot.id),
    ownSeals(lot.id),
  ])
  const money = (amount: number) => formatMoney(amount, lot.currency)
  const end =
    standing.price === null || standing.leader === null
      ? 'without a bid'
      : `at ${money(standing.price)} for paddle ${standing.leader}`
  const checks: Check[] = [
    {
      name: 'The chain',
      words: `${entries.length === 1 ? '1 entry' : `${entries.length} entries, each bound to the one before it`}.`,
      faults: await verifier.faultsInChain(lot.id, entries),
    },
    {
      name: 'The rules',
      words: `Played again from the first entry, the lot ends ${end}.`,
      faults: verifier.faultsInReplay(lot, entries, standing),
    },
  ]
  if (seals.length > 0) {
    checks.push({
      name: seals.length === 1 ? 'Your sealed maximum' : `Your ${seals.length} sealed maximums`,
      words: seals.map(({ sequence, amount }) => `Entry ${sequence}: ${money(amount)}`).join(' · '),
      faults: await verifier.faultsInSeals(seals, entries),
    })
  }
  return checks
}

/** All of it, first entry first. */
async function wholeLedger(lotId: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let before: number | null | undefined; before !== null;) {
    const query = { limit: LINES_AT_ONCE, ...(before === undefined ? {} : { before }) }
    const page = await call(LEDGER, { params: { lotId }, query })
    entries.push(...page.items)
    before = page.next
  }
  return entries.toReversed()
}

/** None for staff, who are no bidders. */
async function ownSeals(lotId: string): Promise<OwnSeal[]> {
  try {
    return (await call(SEALS, { params: { lotId } })).items
  } catch (failure) {
    if (failure instanceof RequestError && (failure.status === 402 || failure.status === 403)) return []
    throw failure
  }
}
