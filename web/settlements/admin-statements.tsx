import { useState } from 'react'
import { listStatements, type StatementRow } from '#contract/settlements/statements.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { RowLink } from '#web/ui/list/admin-table.tsx'
import { MakePayout } from './make-payout.tsx'
import { StatementLink } from './statement-link.tsx'
import { StatementState } from './statement-state.tsx'
import { plural, t } from '#web/platform/language/text.ts'

/** All settlement statements; due ones are selected and paid out together. */
export default function AdminStatements() {
  return (
    <AdminListScreen
      list={listStatements}
      title={t`Statements`}
      count={(total) => plural(total, { one: '# statement', other: '# statements' })}
      intro={t`Select due statements to make a payout. A statement has only lots whose buyers have paid.`}
      empty={{
        title: t`No statements yet`,
        text: t`Issue them on the settlement of an auction, once buyers have paid.`,
      }}
      bulk={{ can: ({ state }) => state === 'due', of: (chosen) => <Payout chosen={chosen} /> }}
      head="seller"
      cells={{
        number: ({ id, number }) => <StatementLink id={id} number={number} />,
        seller: ({ sellerId, seller }) => <RowLink href={paths.adminPage(`sellers/${sellerId}`)}>{seller}</RowLink>,
        auction: ({ auctionId, auction }) => (
          <RowLink href={paths.adminPage(`settlements/${auctionId}`)}>{auction}</RowLink>
        ),
        state: ({ state }) => <StatementState state={state} />,
        payout: ({ payoutId, payout }) =>
          payoutId === null ? '' : <RowLink href={paths.adminPage(`payouts/${payoutId}`)}>{payout}</RowLink>,
      }}
    />
  )
}

function Payout({ chosen }: { chosen: StatementRow[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>{t`Make payout`}</Button>
      {isOpen ? <MakePayout statements={chosen} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
