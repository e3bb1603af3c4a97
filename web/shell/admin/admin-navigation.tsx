import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { User } from '#contract/accounts/accounts.ts'
import { roleWords } from '#contract/accounts/staff.ts'
import { paths } from '../../paths.ts'
import { countsByPage, useWork } from '../../reporting/use-work.ts'
import { Button } from '../../ui/button.tsx'
import { type AdminPage, adminGroupsOf } from './admin-pages.ts'

const GoToPage = lazy(() => import('./go-to-page.tsx'))

/** Links to the pages that the person's roles cover, in groups, with how much work waits on each. */
export function AdminNavigation({ user }: { user: User }) {
  const [location] = useLocation()
  const row = useRef<HTMLDivElement>(null)
  const { data } = useWork()
  const counts = countsByPage(data?.items ?? [])
  const groups = adminGroupsOf(user)
  // On a phone the links are one row, wider than the screen: the current page's link stays in view.
  useEffect(() => {
    const { current: box } = row
    const here = box?.querySelector<HTMLElement>('[aria-current]')
    if (box && here) box.scrollLeft = here.offsetLeft - (box.clientWidth - here.offsetWidth) / 2
  }, [location])
  const isHere = (to: string) => location === to || (to !== paths.admin && location.startsWith(`${to}/`))
  return (
    <nav
      aria-label="Administration"
      className="mb-6 min-w-0 lg:sticky lg:top-4 lg:mb-0 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto"
    >
      <GoTo pages={groups.flatMap(({ pages }) => pages)} />
      <div ref={row} className="relative flex overflow-x-auto border-b border-line lg:block lg:border-b-0">
        {groups.map(({ title, pages }) => (
          <div key={title} className="lg:mt-3 lg:first:mt-0">
            {title === null ? null : (
              <h2 id={`admin-${title}`} className="px-3 text-xs font-semibold text-slate max-lg:sr-only">
                {title}
              </h2>
            )}
            <ul aria-labelledby={title === null ? undefined : `admin-${title}`} className="flex gap-1 lg:block">
              {pages.map(({ to, label }) => (
                <li key={to}>
                  <PageLink to={to} label={label} isHere={isHere(to)} waiting={counts.get(to) ?? 0} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p className="mt-4 px-3 text-xs text-slate max-lg:hidden">
        {user.name}
        <br />
        {user.role === 'member' ? null : roleWords([user.role, ...user.moreRoles])}
      </p>
    </nav>
  )
}

function PageLink({ to, label, isHere, waiting }: { to: string; label: string; isHere: boolean; waiting: number }) {
  return (
    <Link
      href={to}
      aria-current={isHere ? 'page' : undefined}
      className="flex min-h-11 items-center justify-between gap-2 rounded-md px-3 whitespace-nowrap lg:pointer-fine:min-h-8 hover:bg-fog focus-visible:-outline-offset-2 aria-[current=page]:bg-fog aria-[current=page]:font-semibold"
    >
      {label}
      {waiting === 0 ? null : ' '}
      {waiting === 0 ? null : (
        <span className="tabular text-xs font-semibold text-notice">
          {waiting.toLocaleString('en-US')}
          <span className="sr-only"> waiting</span>
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
      const { key, target, ctrlKey, metaKey, altKey } = event
      const isBusy = target instanceof Element && target.closest('input, textarea, select, dialog') !== null
      if (key.toLowerCase() !== 'g' || isBusy || ctrlKey || metaKey || altKey) return
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
        className="mb-3 w-full !justify-between font-normal text-slate max-lg:hidden"
        aria-keyshortcuts="G"
        onClick={() => setOpen(true)}
      >
        Go to page
        <kbd aria-hidden="true" className="rounded-sm border border-edge px-1.5 font-sans font-semibold">
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
