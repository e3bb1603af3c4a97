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

/** Changes of reserves that sellers asked for. */
export default function AdminReserveRequests() {
  return (
    <AdminListScreen
      list={listReserveRequests}
      title="Reserve requests"
      one="request"
      many="requests"
      empty={{ title: 'No requests', text: 'Sellers ask on their own pages before bidding opens.' }}
      cells={{
        seller: ({ sellerId, seller }) => <RowLink href={paths.adminPage(`sellers/${sellerId}`)}>{seller}</RowLink>,
        current: ({ current, currency }) => reserveWords(current, currency),
        reserve: ({ reserve, currency }) => <strong>{reserveWords(reserve, currency)}</strong>,
      }}
      actions={{ label: 'Decision', of: (request) => <Decide request={request} /> }}
    />
  )
}

function reserveWords(reserve: number | null, currency: string): string {
  return reserve === null ? 'None' : formatMoney(reserve, currency)
}

function Decide({ request }: { request: ReserveRequestRow }) {
  const client = useQueryClient()
  const [decision, setDecision] = useState<'accept' | 'refuse' | null>(null)
  if (request.state !== 'open') return <span className="text-slate">{request.decidedBy ?? ''}</span>
  const { id, lotNumber, reserve, currency } = request
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
        Accept<span className="sr-only"> request for lot {lotNumber}</span>
      </Button>
      <Button variant="outline" size="sm" onClick={() => setDecision('refuse')}>
        Refuse<span className="sr-only"> request for lot {lotNumber}</span>
      </Button>
      {decision === null ? null : (
        <ReasonDialog
          title={
            decision === 'accept'
              ? `Change the reserve of lot ${lotNumber} to ${reserveWords(reserve, currency)}?`
              : `Refuse the request for lot ${lotNumber}?`
          }
          words="The seller reads the reason."
          action={decision === 'accept' ? 'Change reserve' : 'Refuse request'}
          variant={decision === 'accept' ? 'default' : 'destructive'}
          onAction={decide}
          onClose={close}
        />
      )}
    </span>
  )
}
