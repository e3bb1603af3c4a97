import { Link, useLocation } from 'wouter'
import { useUser } from '../platform/session.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Plate } from '../ui/plate.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Bell } from './bell.tsx'
import { Disclosure } from './disclosure.tsx'
import { mainLinks, type NavigationLink } from './navigation.ts'
import { Power } from './power.tsx'
import { ThemeChoice } from './theme-choice.tsx'

/** Wordmark, main links and the person's own menu; on a phone the links stand behind one button. */
export function Header() {
  const { user, isLoading } = useUser()
  const links = mainLinks(user)
  const [location] = useLocation()
  // As wide as what stands below it.
  const width = location.startsWith(paths.admin) ? 'max-w-[96rem]' : 'max-w-[84rem]'
  return (
    <header className="border-b border-line">
      <div className={`mx-auto flex min-h-16 items-center gap-4 px-4 sm:px-6 ${width}`}>
        <Link href={paths.home} aria-label="Paddock, start page" className="inline-flex min-h-11 items-center">
          <Plate number="PADDOCK" label="" />
        </Link>
        <nav aria-label="Main" className="hidden flex-1 lg:block">
          <ul className="flex gap-1">
            {links.map((link) => (
              <li key={link.to}>
                <MainLink link={link} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="relative ml-auto flex items-center gap-1 sm:gap-2">
          {user !== null ? <Power user={user} /> : null}
          {user !== null ? <Bell /> : null}
          {user !== null ? <AccountMenu user={user} /> : isLoading ? null : <VisitorLinks />}
          <div className="lg:hidden">
            <Disclosure label="Menu" name="Menu">
              <nav aria-label="Main">
                <ul>
                  {links.map((link) => (
                    <li key={link.to}>
                      <MainLink link={link} />
                    </li>
                  ))}
                  {user === null && !isLoading ? (
                    <li>
                      <MainLink link={{ to: paths.logIn, label: 'Log in' }} />
                    </li>
                  ) : null}
                </ul>
              </nav>
              <div className="mt-2 border-t border-line pt-3">
                <ThemeChoice />
              </div>
            </Disclosure>
          </div>
        </div>
      </div>
    </header>
  )
}

function MainLink({ link }: { link: NavigationLink }) {
  const [location] = useLocation()
  const isHere = location === link.to || (link.to === paths.admin && location.startsWith(`${paths.admin}/`))
  return (
    <Link
      href={link.to}
      aria-current={isHere ? 'page' : undefined}
      className="flex min-h-11 items-center rounded-md px-3 font-semibold whitespace-nowrap hover:bg-fog aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8"
    >
      {link.label}
    </Link>
  )
}

function VisitorLinks() {
  return (
    <>
      <Button asChild variant="ghost" className="max-sm:hidden">
        <Link href={paths.logIn}>Log in</Link>
      </Button>
      <Button asChild variant="outline">
        <Link href={paths.register}>Register</Link>
      </Button>
    </>
  )
}
