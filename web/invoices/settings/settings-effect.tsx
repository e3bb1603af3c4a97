import type { ReactNode } from 'react'
import type { Effect } from '#contract/invoices/company-settings.ts'
import { formatExactMoney } from '#web/platform/money.ts'
import { formatDate } from '#web/platform/time.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Heads, Table } from '#web/ui/table.tsx'
import { t } from '#web/platform/language/text.ts'

export type Preview = { hammers: number[]; before: Effect; after: Effect }

/** What changes would do to a sale made now: only differences, before and after. */
export function SettingsEffect({ preview, currency }: { preview: Preview; currency: string }) {
  const { hammers, before: now, after: later } = preview
  const money = (amount: number) => formatExactMoney(amount, currency)
  const moneyLater = (amount: number) => formatExactMoney(amount, later.currency)
  const rows: [string, string, string][] = [
    [t`Membership fee`, money(now.membershipFee), moneyLater(later.membershipFee)],
    [t`Today’s invoices due`, formatDate(now.dueOn), formatDate(later.dueOn)],
    [t`Late fee, with tax`, money(now.lateFee), moneyLater(later.lateFee)],
    [t`Storage begins`, formatDate(now.storageFrom), formatDate(later.storageFrom)],
    [t`Storage per day, with tax`, money(now.storagePerDay), moneyLater(later.storagePerDay)],
    [t`Next invoice`, now.nextInvoice, later.nextInvoice],
    [t`Next credit note`, now.nextCreditNote, later.nextCreditNote],
  ]
  rows.push([t`Currency`, now.currency, later.currency], [t`Time zone`, now.timeZone, later.timeZone])
  hammers.forEach((hammer, index) => {
    rows.push([t`Step from ${money(hammer)}`, money(now.increments[index]!), moneyLater(later.increments[index]!)])
  })
  const [fee, newFee] = [money(now.membershipFee), moneyLater(now.membershipFee)]
  const changed = rows.filter(([, before, after]) => before !== after)
  const costs = hammers.flatMap((hammer, index) => {
    const [before, after] = [now.costs[index]!, later.costs[index]!]
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ hammer, before, after }]
  })
  if (changed.length === 0 && costs.length === 0) {
    return <p className="text-slate">{t`No amounts, dates or numbers change, only text on new documents.`}</p>
  }
  return (
    <>
      {now.currency === later.currency ? null : (
        <div className="mb-4">
          <Notice tone="bad" title={t`Amounts aren’t converted`}>
            {t`${fee} becomes ${newFee}, and so do all fees, increments, premium bands and bidding limits. Change them, too.`}
          </Notice>
        </div>
      )}
      {costs.length === 0 ? null : (
        <Compared caption={t`Buyer’s total`} first={t`Hammer price`}>
          {costs.map(({ hammer, before, after }) => (
            <Row key={hammer} name={money(hammer)} before={money(before.total)} after={moneyLater(after.total)}>
              <span className="block text-slate">
                {t`premium ${moneyLater(after.premium)}, fees ${moneyLater(after.fees)}, tax ${moneyLater(after.tax)}`}
              </span>
            </Row>
          ))}
        </Compared>
      )}
      {changed.length === 0 ? null : (
        <Compared caption={t`Amounts, dates and numbers`} first="">
          {changed.map(([name, before, after]) => (
            <Row key={name} name={name} before={before} after={after} />
          ))}
        </Compared>
      )}
    </>
  )
}

function Compared({ caption, first, children }: { caption: string; first: string; children: ReactNode }) {
  return (
    <Table caption={caption} dense className="mb-4">
      <Heads of={[first === '' ? { unseen: t`What` } : first, { right: t`Before` }, { right: t`After` }]} />
      <tbody>{children}</tbody>
    </Table>
  )
}

function Row({ name, before, after, children }: { name: string; before: string; after: string; children?: ReactNode }) {
  return (
    <tr>
      <td>{name}</td>
      <td className="text-right">{before}</td>
      <td className="text-right font-semibold">
        {after}
        {children === undefined ? null : <span className="font-normal">{children}</span>}
      </td>
    </tr>
  )
}
