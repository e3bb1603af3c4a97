import { Fragment } from 'react'
import { Link } from 'wouter'
import type { SharedIdentifier, SimilarAccount } from '#contract/accounts/shared-identifiers.ts'
import { paths } from '#web/paths.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Notice } from '#web/ui/notice.tsx'
import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

const KIND_WORDS: Record<SharedIdentifier['kind'], string> = {
  'document-number': t`This document number`,
  'document-file': t`This document file`,
  card: t`This card`,
  device: t`This device`,
}

const SIMILAR_WORDS: Record<SimilarAccount['kind'], string> = {
  phone: t`This phone number`,
  address: t`This postal address`,
}

const STATE_WORDS: Readonly<Record<string, string>> = {
  active: t`active`,
  suspended: t`suspended`,
  closed: t`closed`,
}

/** What an account has in common with others, each with a link; nothing if it shares nothing. */
export function SharedIdentifiers({
  shared,
  similar = [],
}: {
  shared: readonly SharedIdentifier[]
  similar?: readonly SimilarAccount[]
}) {
  if (shared.length + similar.length === 0) return null
  return (
    <Notice tone={shared.length === 0 ? 'info' : 'bad'} title={t`Shared with another account`}>
      <ul className="space-y-1 text-sm">
        {shared.map(({ kind, since, isReferral, account }) => (
          <li key={`${kind} ${account.id}`}>
            <Shared identifier={KIND_WORDS[kind]} {...{ account, since, isReferral }} />
          </li>
        ))}
        <Similar kind="phone" similar={similar} />
        <Similar kind="address" similar={similar} />
      </ul>
    </Notice>
  )
}

type SharedWith = Pick<SharedIdentifier, 'account' | 'since' | 'isReferral'> & { identifier: string }

function Shared({ identifier, account, since, isReferral }: SharedWith) {
  const date = formatInstant(since)
  return isReferral ? (
    <Trans>
      {identifier} is also on <Other account={account} /> since {date}. One of them referred the other, so there’s no
      reward
    </Trans>
  ) : (
    <Trans>
      {identifier} is also on <Other account={account} /> since {date}
    </Trans>
  )
}

function Other({ account: { id, name, accountStatus, verificationStatus } }: { account: SharedIdentifier['account'] }) {
  return (
    <>
      <Link href={paths.adminPage(`people/${id}`)} className="font-semibold underline underline-offset-4">
        {name}
      </Link>{' '}
      ({STATE_WORDS[accountStatus] ?? accountStatus},{' '}
      {verificationStatus === 'verified' ? t`verified` : t`not verified`})
    </>
  )
}

/** A family, a dealership and one person twice look the same here: the first few accounts are named. */
const NAMED_MAX = 5

function Similar({ kind, similar }: { kind: SimilarAccount['kind']; similar: readonly SimilarAccount[] }) {
  const accounts = similar.filter((each) => each.kind === kind).map(({ account }) => account)
  if (accounts.length === 0) return null
  const more = accounts.length - NAMED_MAX
  const identifier = SIMILAR_WORDS[kind]
  const named = accounts.slice(0, NAMED_MAX).map((account, index) => (
    <Fragment key={account.id}>
      {index === 0 ? '' : ', '}
      <Other account={account} />
    </Fragment>
  ))
  return (
    <li>
      {more > 0 ? (
        <Trans>
          {identifier} is also on {named} and {more} more
        </Trans>
      ) : (
        <Trans>
          {identifier} is also on {named}
        </Trans>
      )}
    </li>
  )
}
