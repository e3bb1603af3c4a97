import { t } from '#web/platform/language/text.ts'
import { useIsFetching } from '@tanstack/react-query'
import { useUserAgain } from '../platform/calm-retries.ts'
import { USER_KEY } from '../platform/query.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'

const WHY = t`We couldn’t reach your account. You’re still signed in, and we’ll keep trying.`

/** Replaces a screen that cannot be shown before the person is known. */
export function AccountNotLoaded() {
  return (
    <Page title={t`Your account didn’t load`} width="prose">
      <div role="alert">
        <p>{t`${WHY} Your bids still count.`}</p>
      </div>
      <div className="mt-6">
        <TryAgain />
      </div>
    </Page>
  )
}

/** The same, above a screen that anyone may see. */
export function AccountNotLoadedNotice() {
  return (
    <div className="mx-auto w-full max-w-[84rem] px-4 pt-4 sm:px-6">
      <Notice tone="bad" title={t`Your account didn’t load`}>
        <p>{WHY}</p>
        <div className="mt-3">
          <TryAgain />
        </div>
      </Notice>
    </div>
  )
}

function TryAgain() {
  const again = useUserAgain()
  const isAsking = useIsFetching({ queryKey: USER_KEY }) > 0
  return (
    <Button variant="outline" onClick={again} disabled={isAsking}>
      {t`Try again`}
    </Button>
  )
}
