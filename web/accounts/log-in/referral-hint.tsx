import { useQuery } from '@tanstack/react-query'
import type { readReferralCode } from '#contract/accounts.ts'
import { call, route } from '#web/platform/request.ts'

const READ = route<typeof readReferralCode>('GET', '/api/referral-codes/:code')

/** Says whether a member has this code. Where it cannot be asked, registering tells. */
export function ReferralHint({ code }: { code: string }) {
  const { data } = useQuery<{ isKnown: boolean }>({
    queryKey: ['/api/referral-codes', code],
    queryFn: ({ signal }) => call(READ, { params: { code } }, signal),
    enabled: code !== '',
  })
  return <span aria-live="polite">{wordsOf(code, data?.isKnown)}</span>
}

function wordsOf(code: string, isKnown: boolean | undefined): string {
  if (code === '' || isKnown === undefined) return 'If a member gave you one.'
  return isKnown
    ? 'This code is from a Paddock member.'
    : 'We don’t know this code. Check it, or leave it empty: you can register without one.'
}
