import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { issueStatements, readSellerSettlement, type SellerInAuction } from '#contract/settlements/statements.ts'
import { paths } from '#web/paths.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { call, failureMessage } from '#web/platform/request.ts'
import { Button } from '#web/ui/button.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Heads, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { StatementLink } from './statement-link.tsx'
import { StatementState } from './statement-state.tsx'

/** What each seller of an auction gets, and their statements. */
export function SettlementSellers({ auctionId }: { auctionId: string }) {
  const client = useQueryClient()
  const key = [readSellerSettlement.path, auctionId]
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(readSellerSettlement, { params: { auctionId } }, signal),
    staleTime: 0,
  })
  const issue = useMutation({
    mutationFn: (sellerIds: string[]) => call(issueStatements, { params: { auctionId }, body: { sellerIds } }),
    onSuccess: (settlement) => {
      client.setQueryData(key, settlement)
      toast({ title: 'Statements issued' })
    },
    onError: (failure) => {
      toast({ title: 'No statement was issued', description: failureMessage(failure), variant: 'destructive' })
      void client.invalidateQueries({ queryKey: key })
    },
  })
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="mt-6 h-40" />
    ) : (
      <RequestFailed title="Couldn’t load the sellers" failure={error} />
    )
  }
  if (data.sellers.length === 0) return null
  const ready = data.sellers.filter(({ readyCount }) => readyCount > 0).map(({ sellerId }) => sellerId)
  return (
    <section className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">Sellers</h2>
        {ready.length === 0 ? null : (
          <Button size="sm" aria-disabled={issue.isPending} onClick={() => issue.mutate(ready)}>
            {ready.length === 1 ? 'Issue 1 statement' : `Issue ${ready.length} statements`}
          </Button>
        )}
      </div>
      <p className="mt-1 mb-4 max-w-prose text-slate">
        We pay a seller for a lot when its buyer has paid. The rest waits for a later statement.
      </p>
      <SellerTable
        sellers={data.sellers}
        currency={data.currency}
        isBusy={issue.isPending}
        onIssue={(sellerId) => issue.mutate([sellerId])}
      />
    </section>
  )
}

const AMOUNTS = [
  ['hammer', 'Hammer price'],
  ['commission', 'Commission'],
  ['fees', 'Fees'],
  ['tax', 'Tax'],
  ['net', 'Net'],
  ['waiting', 'Buyer hasn’t paid'],
  ['ready', 'Ready'],
] as const

function SellerTable({
  sellers,
  currency,
  isBusy,
  onIssue,
}: {
  sellers: readonly SellerInAuction[]
  currency: string
  isBusy: boolean
  onIssue: (sellerId: string) => void
}) {
  return (
    <Table caption="Sellers of the auction" dense>
      <Heads
        of={[
          'Seller',
          { right: 'Sold' },
          ...AMOUNTS.map(([, label]) => ({ right: label })),
          'Statements',
          { unseen: 'Actions' },
        ]}
      />
      <tbody>
        {sellers.map((seller) => (
          <tr key={seller.sellerId}>
            <td>
              <RowLink href={paths.adminPage(`sellers/${seller.sellerId}`)}>{seller.name}</RowLink>
            </td>
            <td className="text-right">{seller.lotsSold}</td>
            {AMOUNTS.map(([name]) => (
              <td key={name} className="text-right whitespace-nowrap">
                {formatExactMoney(seller[name], currency)}
              </td>
            ))}
            <td>
              {seller.statements.map(({ id, number, state }) => (
                <span key={id} className="flex flex-wrap items-center gap-x-2">
                  <StatementLink id={id} number={number} />
                  <StatementState state={state} />
                </span>
              ))}
            </td>
            <td>
              {seller.readyCount === 0 ? null : (
                <Button variant="outline" size="sm" aria-disabled={isBusy} onClick={() => onIssue(seller.sellerId)}>
                  Issue statement<span className="sr-only"> for {seller.name}</span>
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
      {sellers.length === 1 ? null : <Sums sellers={sellers} currency={currency} />}
    </Table>
  )
}

function Sums({ sellers, currency }: { sellers: readonly SellerInAuction[]; currency: string }) {
  return (
    <tfoot>
      <tr className="font-semibold">
        <td>All sellers</td>
        <td className="text-right">{sumOf(sellers, 'lotsSold')}</td>
        {AMOUNTS.map(([name]) => (
          <td key={name} className="text-right whitespace-nowrap">
            {formatExactMoney(sumOf(sellers, name), currency)}
          </td>
        ))}
        <td colSpan={2}>{sellers.reduce((sum, { statements }) => sum + statements.length, 0)} issued</td>
      </tr>
    </tfoot>
  )
}

function sumOf(sellers: readonly SellerInAuction[], name: 'lotsSold' | (typeof AMOUNTS)[number][0]): number {
  return sellers.reduce((sum, seller) => sum + seller[name], 0)
}
