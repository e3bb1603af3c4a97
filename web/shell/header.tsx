import { t } from '#web/platform/language/text.ts'
import { Link, useLocation } from 'wouter'
import { useUser, useLogOut } from '../platform/session.tsx'
import { useCompanyName } from '../platform/company-name.ts'
import { useCompanyTerms } from '../platform/company-terms.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Plate } from '../ui/plate.tsx'
import { Bell } from './bell.tsx'
import { AskButton } from './chat/chatbot.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { HEADER_SEARCH, HeaderSearch, SearchLine, SearchToggle } from './header-search.tsx'
import { accountLinks, mainLinks, type NavigationLink, STAFF_ACCOUNT } from './navigation.ts'
import { canInstall, installFromMenu, watchInstallOffer } from './install/install-offer.ts'
import { ThemeChoice } from './theme-choice.tsx'
import type { User } from '#contract/accounts/accounts.ts'
import { lazy, Suspense, useCallback, useState, useSyncExternalStore } from 'react'
import { accessDenial } from '#contract/accounts/access.ts'
import { useMediaQuery } from '../ui/media-query.ts'
import { Optional } from './optional.tsx'

const PowerBadge = lazy(() => import('../bidding/power/power-badge.tsx'))

/** The header of a phone has no space for it: there it is shown next to the bid box and above the person's bids. */
const ROOMY = '(min-width: 48rem)'

/** The buying power of a person who may bid. Support staff do not see commitments. */
function Power({ user }: { user: User }) {
  const isRoomy = useMediaQuery(ROOMY)
  if (!isRoomy || accessDenial(user, 'complete') !== null || user.support !== null) return null
  return (
    <Optional>
      <Suspense fallback={null}>
        <PowerBadge />
      </Suspense>
    </Optional>
  )
}

/** Wordmark, main links, the search and the person's own menu; on a phone the links are behind one button. */
export function Header() {
  const { user, isLoading } = useUser()
  const [location] = useLocation()
  const isAdmin = isInAdministration(location, user)
  const links = isAdmin ? [VIEW_SITE] : mainLinks(user)
  const hasField = useMediaQuery(HEADER_SEARCH)
  const [isSearching, setSearching] = useState(false)
  const onClose = useCallback(() => setSearching(false), [setSearching])
  // As wide as the content below it.
  const width = location.startsWith(paths.admin) ? 'max-w-[96rem]' : 'max-w-[84rem]'
  return (
    <header className="border-b border-line">
      <div className={`mx-auto flex min-h-16 items-center gap-4 px-4 sm:px-6 ${width}`}>
        <HomeLink />
        <nav aria-label={t`Main`} className="hidden flex-1 lg:block print:!hidden">
          <ul className="flex gap-1">
            {links.map((link) => (
              <li key={link.to}>
                <MainLink link={link} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="relative ml-auto flex items-center gap-1 sm:gap-2 xl:min-w-0 print:hidden">
          {hasField && !isAdmin ? <HeaderSearch /> : null}
          <AskButton className="max-lg:hidden" />
          {hasField || isAdmin ? null : (
            <SearchToggle isOpen={isSearching} onToggle={() => setSearching(!isSearching)} />
          )}
          {user !== null && !isAdmin ? <Power user={user} /> : null}
          {user !== null ? <Bell /> : null}
          {user !== null ? <AccountMenu user={user} isAdmin={isAdmin} /> : isLoading ? null : <VisitorLinks />}
          <NarrowMenu links={links} isVisitor={user === null && !isLoading} />
        </div>
      </div>
      {isSearching && !hasField && !isAdmin ? <SearchLine onClose={onClose} /> : null}
    </header>
  )
}

/** The links of a narrow window. */
function NarrowMenu({ links, isVisitor }: { links: NavigationLink[]; isVisitor: boolean }) {
  const { user } = useUser()
  return (
    <div className="lg:hidden">
      <Disclosure label={t`Menu`} name={t`Menu`}>
        <nav aria-label={t`Main`}>
          <ul>
            {links.map((link) => (
              <li key={link.to}>
                <MainLink link={link} />
              </li>
            ))}
            {isVisitor ? (
              <li>
                <MainLink link={{ to: paths.logIn, label: t`Sign in` }} />
              </li>
            ) : null}
          </ul>
        </nav>
        <AskButton className="w-full !justify-start !px-3 text-base" />
        <div className="mt-2 border-t border-line pt-3">
          <ThemeChoice />
        </div>
        {user === null ? <InstallButton /> : null}
      </Disclosure>
    </div>
  )
}

const VIEW_SITE: NavigationLink = { to: paths.home, label: t`View site` }

/** Staff at work have the administration's own menu: what members search, ask and bid with is left out. */
function isInAdministration(location: string, user: User | null): boolean {
  const isThere = location === paths.admin || location.startsWith(`${paths.admin}/`)
  return isThere && user !== null && user.role !== 'member'
}

/** The company's logo, or its name as a plate, and the way home. */
function HomeLink() {
  const name = useCompanyName()
  const logo = useCompanyTerms()?.brand.logo ?? null
  return (
    <Link
      href={paths.home}
      aria-label={t`${name} home`.trim()}
      className="inline-flex min-h-11 min-w-0 items-center lg:shrink-0"
    >
      {logo === null ? (
        <>
          <span className="min-w-0 max-[22rem]:hidden">
            <Plate number={name.toUpperCase()} label="" fits />
          </span>
          {/* The narrowest phones have no room for the whole name. */}
          <span className="min-[22rem]:hidden">
            <Plate number={name.slice(0, 1).toUpperCase()} size="sm" label="" />
          </span>
        </>
      ) : (
        <img src={logo} alt="" className="h-8 max-w-48 object-contain object-left" />
      )}
    </Link>
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
        <Link href={paths.logIn}>{t`Sign in`}</Link>
      </Button>
      <Button asChild variant="outline">
        <Link href={paths.register}>{t`Register`}</Link>
      </Button>
    </>
  )
}

/** Calls the install prompt again, also after it was declined; absent where the browser can't install. */
function InstallButton() {
  const isAble = useSyncExternalStore(watchInstallOffer, canInstall)
  if (!isAble) return null
  return (
    <Button variant="ghost" className="mt-2 w-full !justify-start !px-3" onClick={() => void installFromMenu()}>
      {t`Install app`}
    </Button>
  )
}

/** The person's own links, the theme and signing out. */
function AccountMenu({ user, isAdmin }: { user: User; isAdmin: boolean }) {
  const logOut = useLogOut()
  const links = isAdmin ? [STAFF_ACCOUNT] : accountLinks(user)
  return (
    <Disclosure
      label={user.role === 'member' ? <PaddleLabel paddle={user.paddle} /> : <StaffLabel name={user.name} />}
      name={t`Account`}
      {...(user.role === 'member' ? { hint: t`Other bidders see this number, not your name.` } : {})}
    >
      <p className="px-3 font-semibold">{user.name}</p>
      <p className="px-3 text-xs break-all text-slate">{user.email}</p>
      <ul className="mt-2 border-t border-line pt-2">
        {links.map((link) => (
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
      <InstallButton />
      <Button variant="outline" className="mt-3 w-full" onClick={() => void logOut()}>
        {t`Sign out`}
      </Button>
    </Disclosure>
  )
}

function PaddleLabel({ paddle }: { paddle: number }) {
  return (
    <span>
      {/* A phone has no room for the word in every language. */}
      <span className="max-sm:sr-only">{t`Paddle`}</span>{' '}
      <span aria-hidden="true" className="sm:hidden">
        #
      </span>
      {paddle}
    </span>
  )
}

/** Staff never bid, and no one knows them by a number. */
function StaffLabel({ name }: { name: string }) {
  return <span className="block max-w-24 truncate sm:max-w-48">{name}</span>
}
