import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accessDenial } from '#contract/accounts/access.ts'
import { listSellers, readSeller, type Seller } from '#contract/sellers/sellers.ts'
import { paths } from '#web/paths.ts'
import { call, nullWhereMissing } from '#web/platform/request.ts'
import { useUser } from '#web/platform/session.tsx'
import { formatInstant } from '#web/platform/time.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { RequestFailed } from '#web/ui/request-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Heads, Table } from '#web/ui/table.tsx'
import { RiskLink } from '#web/accounts/people/risk-link.tsx'
import { SellerForm } from './seller-form.tsx'
import { SellerMoney } from './seller-money.tsx'
import { t } from '#web/platform/language/text.ts'

/** One seller: details, commission and bank account, history. An id that isn't stored yet is a new one. */
export default function AdminSeller({ sellerId: id }: { sellerId: string }) {
  const client = useQueryClient()
  const { user } = useUser()
  const key = [readSeller.path, id]
  const { data, error } = useQuery<Seller | null>({
    queryKey: key,
    queryFn: ({ signal }) => call(readSeller, { params: { sellerId: id } }, signal).catch(nullWhereMissing),
    staleTime: 0,
  })
  const onSaved = (seller: Seller) => {
    client.setQueryData(key, seller)
    void client.invalidateQueries({ queryKey: [listSellers.path] })
  }
  return (
    <>
      <BackLink href={paths.adminPage('sellers')}>{t`All sellers`}</BackLink>
      <h1 className="text-xl break-words">{data?.name ?? t`New seller`}</h1>
      {data == null ? null : <RiskLink about="seller" id={data.id} name={data.name} />}
      {data === undefined ? (
        error === null ? (
          <Skeleton className="mt-6 h-96" />
        ) : (
          <RequestFailed title={t`This seller couldn’t be loaded`} failure={error} />
        )
      ) : (
        <div className="mt-4 grid gap-x-12 gap-y-10 xl:grid-cols-2">
          <SellerForm
            key={`details ${data?.version ?? 0}`}
            id={id}
            seller={data}
            mayChange={accessDenial(user, 'auctioneer') === null}
            onSaved={onSaved}
          />
          {data === null ? null : (
            <SellerMoney
              key={`money ${data.version}`}
              seller={data}
              mayChange={accessDenial(user, 'cashier') === null}
              onSaved={onSaved}
            />
          )}
        </div>
      )}
      {data == null ? null : <History history={data.history} />}
    </>
  )
}

const ACTION_WORDS: Record<string, string> = {
  'enter-seller': t`Added`,
  'change-seller': t`Details changed`,
  'change-seller-money': t`Commission or bank changed`,
}

const FIELD_WORDS: Record<string, string> = {
  code: t`code`,
  name: t`name`,
  kind: t`kind`,
  address: t`address`,
  country: t`country`,
  email: t`email`,
  phone: t`phone`,
  accountId: t`account`,
  isActive: t`active`,
  commission: t`commission`,
  bankKind: t`bank account`,
  bankEnd: t`bank account`,
  bankChanged: t`bank account`,
  taxIdEnd: t`tax ID`,
  taxIdChanged: t`tax ID`,
}

function History({ history }: Pick<Seller, 'history'>) {
  return (
    <section className="mt-10">
      <h2 className="mb-3 text-lg">{t`History`}</h2>
      <Table caption={t`History of the seller`} dense stacks>
        <Heads of={[t`When`, t`Who`, t`What`, t`Changed`]} />
        <tbody>
          {history.map(({ id, at, by, action, changed }) => (
            <tr key={id}>
              <td className="whitespace-nowrap">{formatInstant(at)}</td>
              <td>{by}</td>
              <td>{ACTION_WORDS[action] ?? action}</td>
              <td>{[...new Set(changed.map((name) => FIELD_WORDS[name] ?? name))].join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
