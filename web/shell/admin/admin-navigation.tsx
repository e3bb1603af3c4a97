import clsx from 'clsx'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { User } from '#contract/accounts/accounts.ts'
import { ROLE_WORDS } from '#contract/accounts/staff.ts'
import { paths } from '../../paths.ts'
import { countsByPage, useWork } from '../../reporting/use-work.ts'
import { isPlainKey } from '#web/ui/plain-key.ts'
import { Button } from '../../ui/button.tsx'
import { type AdminPage, adminGroupsOf } from './admin-pages.tsx'
import { locale } from '#web/platform/language/language.ts'
import { t, translated } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'

const GoToPage = lazy(() => import('./go-to-page.tsx'))

/** Links to the pages that the person's roles cover, in groups, with how much work waits on each. */
export function AdminNavigation({ user }: { user: User }) {
  const [location] = useLocation()
  const box = useRef<HTMLDivElement>(null)
  const put = useRef({ location: '', left: 0, top: 0 })
  const { data } = useWork()
  const counts = countsByPage(data?.items ?? [])
  const groups = adminGroupsOf(user)
  // Counts make the links wider, once.
  const hasCounts = data !== undefined
  // On a phone the links are one row, wider than the screen; in a low window they are a column, higher than the window.
  useEffect(() => {
    const menu = box.current
    const here = menu?.querySelector<HTMLElement>('[aria-current]')
    if (menu === null || !here) return
    // What a person has scrolled before the counts came stays where it is.
    const isMoved = menu.scrollLeft !== put.current.left || menu.scrollTop !== put.current.top
    if (put.current.location === location && isMoved) return
    keepInView(menu, here)
    put.current = { location, left: menu.scrollLeft, top: menu.scrollTop }
  }, [location, hasCounts])
  const isHere = ({ to, from }: AdminPage) =>
    [to, ...from].some((page) => location === page || (page !== paths.admin && location.startsWith(`${page}/`)))
  return (
    <nav
      aria-label={t`Administration`}
      // At the top of the page it begins below the header: its end is within the window there, too.
      className="mb-6 min-w-0 lg:sticky lg:top-4 lg:mb-0 lg:flex lg:max-h-[calc(100dvh-7rem)] lg:flex-col lg:self-start"
    >
      <GoTo pages={groups.flatMap(({ pages }) => pages)} />
      <div
        ref={box}
        className="relative flex overflow-x-auto border-b border-line lg:block lg:min-h-0 lg:overflow-x-visible lg:overflow-y-auto lg:border-b-0"
      >
        {groups.map(({ title, pages }, index) => (
          <div key={title} className="lg:mt-2 lg:first:mt-0">
            {title === null ? null : (
              <h2 id={`admin-${index}`} className="px-3 text-xs font-semibold text-slate max-lg:sr-only">
                {title}
              </h2>
            )}
            <ul aria-labelledby={title === null ? undefined : `admin-${index}`} className="flex gap-1 lg:block">
              {pages.map((page) => (
                <li key={page.to}>
                  <PageLink {...page} isHere={isHere(page)} waiting={counts.get(page.to) ?? 0} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <MoreBelow box={box} />
      <p className="mt-2 px-3 text-xs text-slate max-lg:hidden">
        {user.name}
        {user.role === 'member'
          ? null
          : `, ${[user.role, ...user.moreRoles].map((role) => translated(ROLE_WORDS[role])).join(', ')}`}
      </p>
    </nav>
  )
}

/** Scrolls the box alone, and only if the link is outside it. */
function keepInView(box: HTMLElement, { offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement): void {
  const isOutside = (start: number, size: number, from: number, room: number) =>
    start < from || start + size > from + room
  if (isOutside(offsetLeft, offsetWidth, box.scrollLeft, box.clientWidth))
    box.scrollLeft = offsetLeft - (box.clientWidth - offsetWidth) / 2
  // Below it there may still come the line that says that there is more.
  if (isOutside(offsetTop, 2 * offsetHeight, box.scrollTop, box.clientHeight))
    box.scrollTop = offsetTop - (box.clientHeight - offsetHeight) / 2
}

/** Says that the menu goes on below what the window shows, and shows it. It keeps its place: a link must not move under the pointer. */
function MoreBelow({ box }: { box: RefObject<HTMLElement | null> }) {
  const [isMore, setMore] = useState(false)
  useEffect(() => {
    const { current } = box
    if (current === null) return
    // Sizes in zoomed pages are fractions of pixels.
    const measure = () => setMore(current.scrollTop + current.clientHeight < current.scrollHeight - 1)
    measure()
    window.addEventListener('resize', measure)
    current.addEventListener('scroll', measure, { passive: true })
    return () => {
      window.removeEventListener('resize', measure)
      current.removeEventListener('scroll', measure)
    }
  }, [box])
  return (
    <Button
      variant="ghost"
      size="sm"
      // Tab scrolls the menu by itself, and would lose the focus here: at the end of the menu this goes.
      tabIndex={-1}
      className={clsx(
        '!justify-start rounded-none border-t border-line !text-notice max-lg:hidden',
        !isMore && 'invisible',
      )}
      onClick={() => box.current?.scrollTo({ top: box.current.scrollHeight })}
    >{t`More pages ↓`}</Button>
  )
}

function PageLink({ to, label, isHere, waiting }: AdminPage & { isHere: boolean; waiting: number }) {
  return (
    <Link
      href={to}
      aria-current={isHere ? 'page' : undefined}
      className="flex min-h-11 items-center justify-between gap-2 rounded-md px-3 whitespace-nowrap lg:pointer-fine:min-h-7 hover:bg-fog focus-visible:-outline-offset-2 aria-[current=page]:bg-fog aria-[current=page]:font-semibold"
    >
      {label}
      {waiting === 0 ? null : ' '}
      {waiting === 0 ? null : (
        <span className="tabular text-xs font-semibold text-notice">
          <Trans>
            {waiting.toLocaleString(locale)}
            <span className="sr-only"> waiting</span>
          </Trans>
        </span>
      )}
    </Link>
  )
}

/** `G` opens the pages as a list to type into, unless the person is typing already. */
function GoTo({ pages }: { pages: AdminPage[] }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'g' || !isPlainKey(event)) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="w-full !justify-between font-normal text-slate max-lg:mb-2 lg:mb-3"
        aria-keyshortcuts="G"
        onClick={() => setOpen(true)}
      >
        {t`Go to page`}
        <kbd aria-hidden="true" className="max-lg:hidden rounded-sm border border-edge px-1.5 font-sans font-semibold">
          G
        </kbd>
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <GoToPage pages={pages} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
