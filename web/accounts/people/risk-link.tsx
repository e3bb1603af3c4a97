import { Link } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'

/** Leads to the risk signals about a person, a seller or a lot; nothing for people who may not see them. `of`: completes its name. */
export function RiskLink({ about, id, of }: { about: 'account' | 'seller' | 'lot'; id: string; of: string }) {
  const { user } = useUser()
  if (accessDenial(user, 'reviewer') !== null) return null
  return (
    <Link
      href={paths.adminRisks({ about, id })}
      className="flex min-h-6 w-fit items-center text-link pointer-coarse:min-h-11"
    >
      Risk signals<span className="sr-only"> {of}</span>
    </Link>
  )
}
