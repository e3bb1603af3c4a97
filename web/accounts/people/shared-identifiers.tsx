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
        {similar.map(({ kind, account }) => (
          <li key={`${kind} ${account.id}`}>
            {SIMILAR_WORDS[kind]} is also on <Other account={account} />
          </li>
        ))}
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
