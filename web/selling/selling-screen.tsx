import { t, translated } from '#web/platform/language/text.ts'
import { useSearchParams } from 'wouter'
import { linkOwnStatement, type Selling, SELLING_TABS } from '#contract/selling/selling.ts'
import { OpenDocument } from '#web/invoices/open-document.tsx'
import { paths } from '#web/paths.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { call } from '#web/platform/request.ts'
import { formatInstant } from '#web/platform/time.ts'
import { StatementState } from '#web/settlements/statement-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TabRow } from '#web/ui/tab-row.tsx'
import { Heads, Table } from '#web/ui/table.tsx'
import { SellerPage } from './seller-page.tsx'
import { SellingLotRow } from './selling-lot-row.tsx'
import { statementWords } from './selling-words.ts'
import { type Tab, useSelling, useSellingLots } from './use-selling.ts'

/** `/selling`: the lots that the member sells, and their settlement statements. */
export default function SellingScreen() {
  const { data } = useSelling()
  return (
    <SellerPage title={t`Selling`} to={paths.selling}>
      {data === undefined ? null : (
        <>
          <Lots counts={data.counts} />
          <Statements statements={data.statements} />
        </>
      )}
    </SellerPage>
  )
}

const EMPTY: Record<Tab, { title: string; text: string }> = {
  running: { title: t`No lots in an auction`, text: t`Lots appear here once we enter your vehicles in an auction.` },
  over: { title: t`No results yet`, text: t`Sold and unsold lots appear here after their auction.` },
}

function Lots({ counts }: { counts: Selling['counts'] }) {
  const [search, setSearch] = useSearchParams()
  const tab: Tab = search.get('tab') === 'over' ? 'over' : 'running'
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useSellingLots(tab)
  const lots = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      <TabRow
        name={t`Lots`}
        current={tab}
        onChoose={(chosen) => setSearch({ tab: chosen })}
        tabs={(['running', 'over'] as const).map((id) => ({
          id,
          label: (
            <>
              {translated(SELLING_TABS[id])}
              <span className="tabular ml-1.5">{counts[id]}</span>
            </>
          ),
        }))}
      />
      {data === undefined ? (
        error === null ? (
          <Skeleton className="mt-6 h-56" />
        ) : (
          <RequestFailed title={t`We couldn’t load your lots`} failure={error} />
        )
      ) : lots.length === 0 ? (
        <div className="mt-6">
          <EmptyState title={EMPTY[tab].title}>{EMPTY[tab].text}</EmptyState>
        </div>
      ) : (
        <ul className="divide-y divide-line border-b border-line">
          {lots.map((lot) => (
            <li key={lot.lotId}>
              <SellingLotRow lot={lot} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage ? (
        <Button
          variant="outline"
          className="mt-4"
          aria-disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t`Show more lots`}
        </Button>
      ) : null}
    </>
  )
}

function Statements({ statements }: Pick<Selling, 'statements'>) {
  return (
    <section id="statements" className="mt-12">
      <h2 className="mb-3 text-lg">{t`Settlement statements`}</h2>
      {statements.length === 0 ? (
        <p className="text-slate">{t`We issue one after an auction, when your buyers have paid.`}</p>
      ) : (
        <Table caption={t`Settlement statements`}>
          <Heads of={[t`Statement`, t`Auction`, t`Issued`, t`Status`, { right: t`Net` }]} />
          <tbody>
            {statements.map(({ id, number, auction, issuedAt, state, net, currency }) => (
              <tr key={id}>
                <td>
                  <OpenDocument size="sm" link={() => call(linkOwnStatement, { params: { statementId: id } })}>
                    {number}
                    <span className="sr-only"> {t`as PDF`}</span>
                  </OpenDocument>
                </td>
                <td>{auction}</td>
                <td className="whitespace-nowrap">{formatInstant(issuedAt)}</td>
                <td>
                  <StatementState state={state} words={statementWords(state)} />
                </td>
                <td className="text-right font-semibold">{formatExactMoney(net, currency)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}
