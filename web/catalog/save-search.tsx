import { t } from '#web/platform/language/text.ts'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'

const SaveForm = lazy(() => import('./save-form.tsx'))

/** Saves the current search, with alerts unless they are unchecked. `suggested`: a name built from its filters. */
export function SaveSearch({ query, suggested }: { query: string; suggested: string }) {
  const { user, isLoading } = useUser()
  const [isOpen, setOpen] = useState(false)
  if (isLoading) return null
  if (user === null) {
    return (
      <Button asChild variant="outline" size="sm">
        <Link href={paths.logIn}>{t`Sign in to save`}</Link>
      </Button>
    )
  }
  if (!isOpen) {
    return (
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        {t`Save search`}
      </Button>
    )
  }
  return (
    <Suspense fallback={null}>
      <SaveForm query={query} suggested={suggested} onClose={() => setOpen(false)} />
    </Suspense>
  )
}
