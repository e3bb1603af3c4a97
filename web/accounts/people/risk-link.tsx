import { Link } from 'wouter'
import { accessDenial } from '#contract/accounts/access.ts'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Trans } from '#web/platform/language/trans.tsx'

type About = 'account' | 'seller' | 'lot'

/** Leads to the risk signals about a person, a seller or a lot; nothing for people who may not see them. `name`: of that person, seller or lot. */
export function RiskLink({ about, id, name }: { about: About; id: string; name: string | number }) {
  const { user } = useUser()
  if (accessDenial(user, 'reviewer') !== null) return null
  return (
    <Link
      href={paths.adminRisks({ about, id })}
      className="flex min-h-6 w-fit items-center text-link pointer-coarse:min-h-11"
    >
      <Words about={about} name={name} />
    </Link>
  )
}

function Words({ about, name }: { about: About; name: string | number }) {
  switch (about) {
    case 'account':
      return (
        <Trans>
          Risk signals<span className="sr-only"> of {name}</span>
        </Trans>
      )
    case 'seller':
      return (
        <Trans>
          Risk signals<span className="sr-only"> about lots of {name}</span>
        </Trans>
      )
    case 'lot':
      return (
        <Trans>
          Risk signals<span className="sr-only"> on lot {name}</span>
        </Trans>
      )
    default:
      return about satisfies never
  }
}
