import { Link } from 'wouter'
import { type CanBid, mayBid } from '#contract/bidding/can-bid.ts'
import { type Client, readClient } from '#contract/bidding/desk-bids.ts'
import { paths } from '#web/paths.ts'
import { useRead } from '#web/platform/use-read.ts'
import { failureMessage, RequestError } from '#web/platform/request.ts'
import { t } from '#web/platform/language/text.ts'

/** Who has the number that was typed, and whether they can bid on this lot. */
export function ClientLine({ lotId, paddle }: { lotId: string; paddle: number | null }) {
  const { data, error } = useRead(
    readClient,
    { params: { lotId }, query: { paddle: paddle ?? 0 } },
    { enabled: paddle !== null, retry: false },
  )
  return (
    <p aria-live="polite" className="min-h-6 text-sm">
      {paddle === null ? null : data !== undefined ? (
        <Found client={data} />
      ) : error === null ? null : error instanceof RequestError && error.status === 404 ? (
        t`No client has this number.`
      ) : (
        failureMessage(error)
      )}
    </p>
  )
}

function Found({ client: { accountId, name, eligibility } }: { client: Client }) {
  return (
    <>
      <Link href={paths.adminPage(`people/${accountId}`)} className="font-semibold underline underline-offset-4">
        {name}
      </Link>
      {mayBid(eligibility) ? null : (
        <span className="text-outbid"> {OBSTACLES[eligibility.can] ?? t`can’t bid on this lot now`}</span>
      )}
    </>
  )
}

const OBSTACLES: Partial<Record<CanBid, string>> = {
  'pay-fee': t`hasn’t paid the membership fee`,
  'send-document': t`hasn’t verified their identity`,
  'await-check': t`has an identity check pending`,
  suspended: t`is suspended`,
  'over-limit': t`would go over their bidding limit`,
  'needs-limit': t`needs a limit for this auction`,
  'confirm-email': t`hasn’t confirmed their email`,
  'add-address': t`has no postal address`,
  staff: t`is on our staff`,
  'own-lot': t`is selling this lot`,
}
