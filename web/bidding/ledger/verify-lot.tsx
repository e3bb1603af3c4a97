import { plural, t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { useMutation } from '@tanstack/react-query'
import type { Standing } from '#contract/bidding/bidding.ts'
import { type ClosedLot, readLedger } from '#contract/bidding/ledger.ts'
import { type OwnSeal, readOwnSeals } from '#contract/bidding/own-seals.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call, RequestError, urlOf, failureMessage } from '#web/platform/request.ts'
import { readToken } from '#web/platform/token.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckMark, WarningMark } from '#web/ui/marks.tsx'
import type { Entry } from './ledger-verifier.ts'

const LINES_AT_ONCE = 500

type Check = { name: string; words: string; faults: string[] }

/**
 * After the close: the browser itself checks the lot's ledger and the viewer's own sealed maximums. `standing`: what
 * the page shows, where it shows one; visitors get the ledger's.
 */
export default function VerifyLot({ lotId, standing }: { lotId: string; standing?: Standing }) {
  const { mutate, data, isPending, error } = useMutation({ mutationFn: () => verify(lotId, standing) })
  return (
    <section aria-labelledby="verify-lot" className="border-t border-line pt-4">
      <h2 id="verify-lot" className="text-base">
        {t`Verify this lot`}
      </h2>
      <p className="mt-1 text-sm text-slate">
        {t`Your browser checks that no entry was changed or left out, replays the bidding by the rules, and opens the seals of your own maximums. You don’t have to take our word for it.`}
      </p>
      <Button variant="outline" className="mt-3" disabled={isPending} onClick={() => mutate()}>
        {isPending ? t`Verifying…` : data === undefined ? t`Verify lot` : t`Verify again`}
      </Button>
      <div role="status">
        {error === null ? null : (
          <p className="mt-3 text-sm text-outbid">{t`We couldn’t verify the ledger. ${failureMessage(error)}`}</p>
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
      <details className="mt-2 text-sm text-slate">
        <summary className="flex min-h-11 items-center underline decoration-edge underline-offset-4">
          {t`Check it yourself`}
        </summary>
        <p>
          <Trans>
            Read{' '}
            <a href={ledgerUrl(lotId)} className="text-link break-all">
              {ledgerUrl(lotId)}
            </a>
            , oldest entry first. The chain starts at the SHA-256 of the text{' '}
            <code className="break-all">lot:{lotId}</code>. Each entry’s hash is the SHA-256 of the 32 bytes of the hash
            before it, followed by the entry’s text in UTF-8. Sealed entries, listed with the entry they followed, are
            chained the same way from <code className="break-all">sealed:{lotId}</code>, and the closing entry names
            their count and last hash.
          </Trans>
        </p>
      </details>
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
          {name}: {holds ? t`valid` : t`invalid`}
        </p>
        <p className="tabular text-slate">{words}</p>
        {faults.map((fault) => (
          <p key={fault}>{fault}</p>
        ))}
      </div>
    </div>
  )
}

async function verify(lotId: string, shown: Standing | undefined): Promise<Check[]> {
  // Without https the browser has no hashing API.
  if (!globalThis.isSecureContext)
    throw new Error('Your browser can verify a lot only over a secure connection (https).')
  const [verifier, { entries, closed }, seals] = await Promise.all([
    import('./ledger-verifier.ts'),
    wholeLedger(lotId),
    ownSeals(lotId),
  ])
  const standing = shown ?? closed.standing
  const money = (amount: number) => formatMoney(amount, closed.currency)
  const end =
    standing.price === null || standing.leader === null
      ? t`without a bid`
      : t`at ${money(standing.price)} for paddle ${standing.leader}`
  const checks: Check[] = [
    {
      name: t`The chain`,
      words: wordsOfChain(entries),
      faults: await verifier.faultsInChain(lotId, entries),
    },
    {
      name: t`The rules`,
      words: t`Replayed from the first entry, the lot ends ${end}.`,
      faults: verifier.faultsInReplay(closed.terms, entries, standing),
    },
  ]
  if (seals.length > 0) {
    checks.push({
      name: plural(seals.length, { one: 'Your sealed maximum', other: 'Your # sealed maximums' }),
      words: seals.map((seal) => `${capital(verifier.nameOf(seal))}: ${money(seal.amount)}`).join(' · '),
      faults: await verifier.faultsInSeals(seals, entries),
    })
  }
  return checks
}

function wordsOfChain(entries: readonly Entry[]): string {
  const sealed = entries.reduce((sum, entry) => sum + (entry.sealed?.length ?? 0), 0)
  const all = plural(entries.length, { one: '# entry', other: '# entries, each sealed to the one before it' })
  return sealed === 0 ? `${all}.` : t`${all}, and ${sealed} that stayed sealed until the lot ended.`
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The whole ledger, first entry first. */
async function wholeLedger(lotId: string): Promise<{ entries: Entry[]; closed: ClosedLot }> {
  const entries: Entry[] = []
  let closed: ClosedLot | undefined
  for (let before: number | null | undefined; before !== null;) {
    const query = { limit: LINES_AT_ONCE, ...(before === undefined ? {} : { before }) }
    const page = await call(readLedger, { params: { lotId }, query })
    entries.push(...page.items)
    closed ??= page.closed
    before = page.next
  }
  if (closed === undefined) throw new Error('The lot is still open. You can verify it after the close.')
  return { entries: entries.toReversed(), closed }
}

function ledgerUrl(lotId: string): string {
  return urlOf(readLedger.path, { lotId }, { limit: LINES_AT_ONCE })
}

/** Null for visitors, and for staff, who are not bidders. */
async function ownSeals(lotId: string): Promise<OwnSeal[]> {
  if (readToken() === null) return []
  try {
    return (await call(readOwnSeals, { params: { lotId } })).items
  } catch (failure) {
    if (failure instanceof RequestError && (failure.status === 402 || failure.status === 403)) return []
    throw failure
  }
}
