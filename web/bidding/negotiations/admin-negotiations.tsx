import { listNegotiations, type NegotiationRow } from '#contract/bidding/negotiations.ts'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { paths } from '#web/paths.ts'
import { Plate } from '#web/ui/plate.tsx'
import { NegotiationDeadline } from './negotiation-deadline.tsx'
import { deadlineOf } from './negotiation-words.ts'
import { plural, t } from '#web/platform/language/text.ts'

/** Lots that closed below their reserve: open negotiations, next deadline first, and decided ones. */
export default function AdminNegotiations() {
  return (
    <AdminListScreen
      list={listNegotiations}
      title={t`Negotiations`}
      count={(total) => plural(total, { one: '# negotiation', other: '# negotiations' })}
      intro={t`Lots that closed below their reserve.`}
      empty={{ title: t`No negotiations`, text: t`A lot that closes below its reserve appears here.` }}
      href={({ lotId }) => paths.adminPage(`negotiations/${lotId}`)}
      cells={{
        lot: ({ lotNumber }) => <Plate number={lotNumber} size="sm" />,
        until: (negotiation) => <Until negotiation={negotiation} />,
      }}
    />
  )
}

function Until({ negotiation }: { negotiation: NegotiationRow }) {
  const deadline = deadlineOf(negotiation)
  return deadline === null ? '–' : <NegotiationDeadline at={deadline} />
}
