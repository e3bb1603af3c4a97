import { Link } from 'wouter'
import type { AccountDetail } from '#contract/accounts/account-staff.ts'
import { paths } from '#web/paths.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Notice } from '#web/ui/notice.tsx'

type Other = AccountDetail['merged'][number]

/** Which accounts are one person's, on the pages of each of them. */
export function MergedNotice({ one: { mergedInto, merged } }: { one: AccountDetail }) {
  if (mergedInto !== null)
    return (
      <Notice tone="info" title="Merged into another account">
        <OtherLink other={mergedInto} /> stays. Merged on {formatInstant(mergedInto.at)}.
      </Notice>
    )
  return (
    <Notice tone="info" title="Other accounts of this person">
      <ul className="space-y-1">
        {merged.map((other) => (
          <li key={other.id}>
            <OtherLink other={other} /> was merged into this one on {formatInstant(other.at)}.
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function OtherLink({ other: { id, name, email, paddle } }: { other: Other }) {
  return (
    <>
      <Link href={paths.adminPage(`people/${id}`)} className="font-semibold underline underline-offset-4">
        {name}, paddle {paddle}
      </Link>{' '}
      ({email})
    </>
  )
}
