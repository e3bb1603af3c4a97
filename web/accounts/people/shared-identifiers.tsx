import { Fragment } from 'react'
import { Link } from 'wouter'
import type { SharedIdentifier, SimilarAccount } from '#contract/accounts/shared-identifiers.ts'
import { paths } from '#web/paths.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Notice } from '#web/ui/notice.tsx'

const KIND_WORDS: Record<SharedIdentifier['kind'], string> = {
  'document-number': 'This document number',
  'document-file': 'This document file',
  card: 'This card',
  device: 'This device',
}

const SIMILAR_WORDS: Record<SimilarAccount['kind'], string> = {
  phone: 'This phone number',
  address: 'This postal address',
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
    <Notice tone={shared.length === 0 ? 'info' : 'bad'} title="Shared with another account">
      <ul className="space-y-1 text-sm">
        {shared.map(({ kind, since, isReferral, account }) => (
          <li key={`${kind} ${account.id}`}>
            {KIND_WORDS[kind]} is also on <Other account={account} /> since {formatInstant(since)}
            {isReferral ? '. One of them referred the other, so there’s no reward' : ''}
          </li>
        ))}
        <Similar kind="phone" similar={similar} />
        <Similar kind="address" similar={similar} />
      </ul>
    </Notice>
  )
}

function Other({ account: { id, name, accountStatus, verificationStatus } }: { account: SharedIdentifier['account'] }) {
  return (
    <>
      <Link href={paths.adminPage(`people/${id}`)} className="font-semibold underline underline-offset-4">
        {name}
      </Link>{' '}
      ({accountStatus}, {verificationStatus === 'verified' ? 'verified' : 'not verified'})
    </>
  )
}

/** A family, a dealership and one person twice look the same here: the first few accounts are named. */
const NAMED_MAX = 5

function Similar({ kind, similar }: { kind: SimilarAccount['kind']; similar: readonly SimilarAccount[] }) {
  const accounts = similar.filter((each) => each.kind === kind).map(({ account }) => account)
  if (accounts.length === 0) return null
  const more = accounts.length - NAMED_MAX
  return (
    <li>
      {SIMILAR_WORDS[kind]} is also on{' '}
      {accounts.slice(0, NAMED_MAX).map((account, index) => (
        <Fragment key={account.id}>
          {index === 0 ? '' : ', '}
          <Other account={account} />
        </Fragment>
      ))}
      {more > 0 ? ` and ${more} more` : ''}
    </li>
  )
}
