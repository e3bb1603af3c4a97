import { Link } from 'wouter'
import type { AccountDetail } from '#contract/accounts/account-staff.ts'
import { paths } from '#web/paths.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Notice } from '#web/ui/notice.tsx'
import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

type Other = AccountDetail['merged'][number]

/** Which accounts are one person's, on the pages of each of them. */
export function MergedNotice({ one: { mergedInto, merged } }: { one: AccountDetail }) {
  if (mergedInto !== null)
    return (
      <Notice tone="info" title={t`Merged into another account`}>
        <Trans>
          <OtherLink other={mergedInto} /> stays. Merged on {formatInstant(mergedInto.at)}.
        </Trans>
      </Notice>
    )
  return (
    <Notice tone="info" title={t`Other accounts of this person`}>
      <ul className="space-y-1">
        {merged.map((other) => (
          <li key={other.id}>
            <Trans>
              <OtherLink other={other} /> was merged into this one on {formatInstant(other.at)}.
            </Trans>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function OtherLink({ other: { id, name, email, paddle } }: { other: Other }) {
  return (
    <>
      <Link
        href={paths.adminPage(`people/${id}`)}
        className="font-semibold underline underline-offset-4"
      >{t`${name}, paddle ${paddle}`}</Link>{' '}
      ({email})
    </>
  )
}
