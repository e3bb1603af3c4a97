import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { issueStatements, readSellerSettlement, type SellerInAuction } from '#contract/settlements/statements.ts'
import { paths } from '#web/paths.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { useRead } from '#web/platform/use-read.ts'
import { call } from '#web/platform/request.ts'
import { ConfirmedAction } from '#web/ui/confirm-dialog.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Heads, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { StatementLink } from './statement-link.tsx'
import { StatementState } from './statement-state.tsx'
import { plural, t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

/** What each seller of an auction gets, and their statements. */
export function SettlementSellers({ auctionId }: { auctionId: string }) {
  const { data, error } = useRead(readSellerSettlement, { params: { auctionId } })
  if (data === undefined) {
    return error === null ? (
      <Skeleton className="mt-6 h-40" />
    ) : (
      <RequestFailed title={t`Couldn’t load the sellers`} failure={error} />
    )
  }
  if (data.sellers.length === 0) return null
  const ready = data.sellers.filter(({ readyCount }) => readyCount > 0)
  return (
    <section className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{t`Sellers`}</h2>
        {ready.length === 0 ? null : (
          <IssueStatements {...{ auctionId, currency: data.currency, sellers: ready }} look="default">
            {countOf(ready)}
          </IssueStatements>
        )}
      </div>
      <p className="mt-1 mb-4 max-w-prose text-slate">{t`We pay a seller for a lot when its buyer has paid. The rest waits for a later statement.`}</p>
      <SellerTable auctionId={auctionId} sellers={data.sellers} currency={data.currency} />
    </section>
  )
}

function countOf(sellers: readonly SellerInAuction[]): string {
  return plural(sellers.length, { one: 'Issue # statement', other: 'Issue # statements' })
}

/** A statement never changes, so its dialog says first for whom it is and over what amount. */
function IssueStatements({
  auctionId,
  currency,
  sellers,
  look,
  children,
}: {
  auctionId: string
  currency: string
  sellers: readonly SellerInAuction[]
  look: 'default' | 'outline'
  children: ReactNode
}) {
  const client = useQueryClient()
  const key = [readSellerSettlement.path, auctionId]
  const ready = sumOf(sellers, 'ready')
  const amount = formatExactMoney(ready, currency)
  return (
    <ConfirmedAction
      label={children}
      look={look}
      title={plural(sellers.length, { one: 'Issue # statement?', other: 'Issue # statements?' })}
      words={`${gainWords(sellers, ready, amount)} ${t`It can’t be changed or withdrawn; a correction is on the next one.`}`}
      action={countOf(sellers)}
      failed={t`No statement was issued`}
      onAction={async () => {
        try {
          const body = { sellerIds: sellers.map(({ sellerId }) => sellerId) }
          client.setQueryData(key, await call(issueStatements, { params: { auctionId }, body }))
          toast({ title: sellers.length === 1 ? t`Statement issued` : t`Statements issued` })
        } catch (failure) {
          void client.invalidateQueries({ queryKey: key })
          throw failure
        }
      }}
    />
  )
}

function gainWords(sellers: readonly SellerInAuction[], ready: number, amount: string): string {
  const [first] = sellers
  if (first === undefined || sellers.length > 1)
    return plural(sellers.length, {
      one: `# seller gets a statement, ${amount} together.`,
      other: `# sellers get a statement each, ${amount} together.`,
    })
  return ready < 0
    ? t`${first.name} gets a statement for ${amount}, which is taken off their next payout.`
    : t`${first.name} gets a statement for ${amount}.`
}

const AMOUNTS = [
  ['hammer', t`Hammer price`],
  ['commission', t`Commission`],
  ['fees', t`Fees`],
  ['tax', t`Tax`],
  ['net', t`Net`],
  ['waiting', t`Buyer hasn’t paid`],
  ['ready', t`Ready`],
] as const

function SellerTable({
  auctionId,
  sellers,
  currency,
}: {
  auctionId: string
  sellers: readonly SellerInAuction[]
  currency: string
}) {
  return (
    <Table caption={t`Sellers of the auction`} dense>
      <Heads
        of={[
          t`Seller`,
          { right: t`Sold` },
          ...AMOUNTS.map(([, label]) => ({ right: label })),
          t`Statements`,
          { unseen: t`Actions` },
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
                <IssueStatements {...{ auctionId, currency, sellers: [seller] }} look="outline">
                  <Trans>
                    Issue statement<span className="sr-only"> for {seller.name}</span>
                  </Trans>
                </IssueStatements>
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
  const issued = sellers.reduce((sum, { statements }) => sum + statements.length, 0)
  return (
    <tfoot>
      <tr className="font-semibold">
        <td>{t`All sellers`}</td>
        <td className="text-right">{sumOf(sellers, 'lotsSold')}</td>
        {AMOUNTS.map(([name]) => (
          <td key={name} className="text-right whitespace-nowrap">
            {formatExactMoney(sumOf(sellers, name), currency)}
          </td>
        ))}
        <td colSpan={2}>{plural(issued, { one: '# issued', other: '# issued' })}</td>
      </tr>
    </tfoot>
  )
}

function sumOf(sellers: readonly SellerInAuction[], name: 'lotsSold' | (typeof AMOUNTS)[number][0]): number {
  return sellers.reduce((sum, seller) => sum + seller[name], 0)
}
