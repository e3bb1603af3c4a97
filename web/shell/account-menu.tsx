import { Link } from 'wouter'
import type { User } from '#contract/accounts.ts'
import { useLogOut } from '../platform/session.tsx'
import { Button } from '../ui/button.tsx'
import { Disclosure } from './disclosure.tsx'
import { accountLinks } from './navigation.ts'
import { ThemeChoice } from './theme-choice.tsx'

/** The person's own links, the theme and the way out. */
export function AccountMenu({ user }: { user: User }) {
  const logOut = useLogOut()
  return (
    <Disclosure label={`Paddle ${user.paddle}`} name="Account" hint="Other bidders see this number, never your name.">
      <p className="px-3 font-semibold">{user.name}</p>
      <p className="px-3 text-xs break-all text-slate">{user.email}</p>
      <ul className="mt-2 border-t border-line pt-2">
        {accountLinks(user).map((link) => (
          <li key={link.to}>
            <Link href={link.to} className="flex min-h-11 items-center rounded-md px-3 hover:bg-fog">
              {link.label}
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-2 border-t border-line pt-3">
        <ThemeChoice />
      </div>
      <Button variant="outline" className="mt-3 w-full" onClick={() => void logOut()}>
        Log out
      </Button>
    </Disclosure>
  )
}
