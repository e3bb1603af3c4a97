import { Suspense } from 'react'
import { Link, useLocation } from 'wouter'
import { paths } from '../paths.ts'
import { useUser } from '../platform/session.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ADMIN_PAGES, type AdminPage } from './admin-pages.ts'
import { NotFound } from './not-found.tsx'

/**
 * The rooms' admin pages under one navigation. The client does not guard it, as specified; it shows nothing that the server has
 * not answered to this very person.
 */
export default function AdminScreen() {
  const { user, isLoading } = useUser()
  const [location] = useLocation()
  if (isLoading) return <Spinner />
  if (user === null || user.role === 'member') return <NotStaff isLoggedIn={user !== null} />
  const name = location.split('/')[2] ?? ''
  const page = ADMIN_PAGES.find((one) => one.name === name)
  return (
    <>
      <AdminNavigation current={name} />
      {page !== undefined ? (
        <Suspense fallback={<Spinner />}>
          <page.screen />
        </Suspense>
      ) : name === '' ? (
        <Overview name={user.name} pages={ADMIN_PAGES} />
      ) : (
        <NotFound />
      )}
    </>
  )
}

function AdminNavigation({ current }: { current: string }) {
  return (
    <nav aria-label="Administration" className="border-b border-line bg-fog">
      <ul className="mx-auto flex max-w-[84rem] flex-wrap gap-1 px-4 sm:px-6">
        {[{ name: '', label: 'Overview' }, ...ADMIN_PAGES].map(({ name, label }) => (
          <li key={name}>
            <Link
              href={name === '' ? paths.admin : paths.adminPage(name)}
              aria-current={current === name ? 'page' : undefined}
              className="flex min-h-11 items-center px-3 text-sm aria-[current=page]:font-semibold aria-[current=page]:underline aria-[current=page]:underline-offset-8"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Overview({ name, pages }: { name: string; pages: AdminPage[] }) {
  return (
    <Page
      title="Administration"
      lead={`Logged in as ${name}. Every change made here is written to the audit log under your name.`}
    >
      <ul className="max-w-[30rem] border-b border-line">
        {pages.map((page) => (
          <li key={page.name} className="border-t border-line">
            <Link
              href={paths.adminPage(page.name)}
              className="flex min-h-12 items-center font-semibold hover:underline"
            >
              {page.label}
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}

function NotStaff({ isLoggedIn }: { isLoggedIn: boolean }) {
  return (
    <Page title="Administration" width="prose">
      <EmptyState
        title={isLoggedIn ? 'Your account has no part in the administration' : 'Log in as a member of staff'}
        action={
          <Button asChild>
            <Link href={paths.adminLogIn}>Staff log-in</Link>
          </Button>
        }
      >
        {isLoggedIn
          ? 'If it should have one, ask the owner of the house.'
          : 'The administration opens for staff accounts only.'}
      </EmptyState>
    </Page>
  )
}
