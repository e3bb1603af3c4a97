import { t } from '#web/platform/language/text.ts'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AccountFacts } from './account-facts.tsx'
import { AddressBook } from './address-book.tsx'
import { CloseAccount } from './close-account.tsx'
import { DataExport } from './data-export.tsx'
import { PersonalData } from './personal-data.tsx'
import { SecuritySections } from './security-sections.tsx'

/** A section that another feature adds. It brings its own heading and has the id on its outermost element. */
export type ProfilePart = { id: string; name: string; content: ReactNode }

/** The data stored about the person, the account's security, and the ways to leave. */
export function Profile({ more }: { more: readonly ProfilePart[] }) {
  const { user, isLoading } = useUser()
  if (isLoading) return <Spinner />
  if (user === null) return <LoggedOut />
  const parts: readonly ProfilePart[] = [
    { id: 'account', name: t`Account`, content: <AccountFacts user={user} /> },
    { id: 'personal-data', name: t`Personal data`, content: <PersonalData user={user} /> },
    { id: 'addresses', name: t`Addresses`, content: <AddressBook /> },
    { id: 'password', name: t`Security`, content: <SecuritySections user={user} /> },
    ...more,
    { id: 'export', name: t`My data`, content: <DataExport /> },
    { id: 'close', name: t`Close account`, content: <CloseAccount user={user} /> },
  ]
  return (
    <Page title={t`Profile`}>
      <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[12rem_minmax(0,42rem)]">
        <Contents parts={parts} />
        <div className="flex min-w-0 flex-col gap-12">
          {parts.map(({ id, content }) => (
            <div key={id}>{content}</div>
          ))}
        </div>
      </div>
    </Page>
  )
}

function Contents({ parts }: { parts: readonly ProfilePart[] }) {
  useEffect(() => {
    // An emailed link targets one section, which exists only now.
    const part = location.hash === '' ? null : document.getElementById(location.hash.slice(1))
    part?.scrollIntoView()
  }, [])
  return (
    <nav aria-label={t`Profile sections`} className="lg:sticky lg:top-6 lg:self-start">
      <ul className="flex gap-x-1 overflow-x-auto border-b border-line pb-2 lg:flex-col lg:border-b-0 lg:pb-0">
        {parts.map(({ id, name }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center rounded-md px-3 whitespace-nowrap hover:bg-fog lg:-ml-3"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function LoggedOut() {
  return (
    <Page title={t`Profile`} width="form">
      <EmptyState
        title={t`You’re not signed in`}
        action={
          <Button asChild>
            <Link href={`${paths.logIn}?redirect=${encodeURIComponent(paths.profile)}`}>{t`Sign in`}</Link>
          </Button>
        }
      >
        {t`Sign in to see your personal data and account.`}
      </EmptyState>
    </Page>
  )
}
