import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { decideReserveRequest, listReserveRequests, type ReserveRequestRow } from '#contract/selling/selling.ts'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { plural, t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** Changes of reserves that sellers asked for. */
export default function AdminReserveRequests() {
  return (
    <AdminListScreen
      list={listReserveRequests}
      title={t`Reserve requests`}
      count={(total) => plural(total, { one: '# request', other: '# requests' })}
      empty={{ title: t`No requests`, text: t`Sellers ask on their own pages before bidding opens.` }}
      cells={{
        seller: ({ sellerId, seller }) => <RowLink href={paths.adminPage(`sellers/${sellerId}`)}>{seller}</RowLink>,
        current: ({ current, currency }) => reserveWords(current, currency),
        reserve: ({ reserve, currency }) => <strong>{reserveWords(reserve, currency)}</strong>,
      }}
      actions={{ label: t`Decision`, of: (request) => <Decide request={request} /> }}
    />
  )
}

function reserveWords(reserve: number | null, currency: string): string {
  return reserve === null ? t`None` : formatMoney(reserve, currency)
}

function acceptWords({ lotNumber, reserve, currency }: ReserveRequestRow): string {
  return reserve === null
    ? t`Remove the reserve of lot ${lotNumber}?`
    : t`Change the reserve of lot ${lotNumber} to ${formatMoney(reserve, currency)}?`
}

function Decide({ request }: { request: ReserveRequestRow }) {
  const client = useQueryClient()
  const [decision, setDecision] = useState<'accept' | 'refuse' | null>(null)
  if (request.state !== 'open') return <span className="text-slate">{request.decidedBy ?? ''}</span>
  const { id, lotNumber } = request
  const close = () => setDecision(null)
  const decide = async (reason: string) => {
    if (decision === null) return
    await call(decideReserveRequest, { params: { requestId: id }, body: { decision, reason } })
    void client.invalidateQueries({ queryKey: [listReserveRequests.path] })
    close()
  }
  return (
    <span className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => setDecision('accept')}>
        <Trans>
          Accept<span className="sr-only"> request for lot {lotNumber}</span>
        </Trans>
      </Button>
      <Button variant="outline" size="sm" onClick={() => setDecision('refuse')}>
        <Trans>
          Refuse<span className="sr-only"> request for lot {lotNumber}</span>
        </Trans>
      </Button>
      {decision === null ? null : (
        <ReasonDialog
          title={decision === 'accept' ? acceptWords(request) : t`Refuse the request for lot ${lotNumber}?`}
          words={t`The seller reads the reason.`}
          action={decision === 'accept' ? t`Change reserve` : t`Refuse request`}
          variant={decision === 'accept' ? 'default' : 'destructive'}
          onAction={decide}
          onClose={close}
        />
      )}
    </span>
  )
}
