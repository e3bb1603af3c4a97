import { Link } from 'wouter'
import type { SharedIdentifier } from '#contract/accounts/shared-identifiers.ts'
import { paths } from '#web/paths.ts'
import { formatInstant } from '#web/platform/time.ts'
import { Notice } from '#web/ui/notice.tsx'

const KIND_WORDS: Record<SharedIdentifier['kind'], string> = {
  'document-number': 'This document number',
  'document-file': 'This document file',
  card: 'This card',
  device: 'This device',
}

/** What an account has in common with others, each with a link; nothing if it shares nothing. */
export function SharedIdentifiers({ shared }: { shared: readonly SharedIdentifier[] }) {
  if (shared.length === 0) return null
  return (
    <Notice tone="bad" title="Shared with another account">
      <ul className="space-y-1 text-sm">
        {shared.map(({ kind, since, isReferral, account }) => (
          <li key={`${kind} ${account.id}`}>
            {KIND_WORDS[kind]} is also on{' '}
            <Link href={paths.adminPage(`people/${account.id}`)} className="font-semibold underline underline-offset-4">
              {account.name}
            </Link>{' '}
            ({account.accountStatus}, {account.verificationStatus === 'verified' ? 'verified' : 'not verified'}) since{' '}
            {formatInstant(since)}
            {isReferral ? '. One of them referred the other, so there’s no reward' : ''}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
