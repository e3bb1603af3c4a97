import { t } from '#web/platform/language/text.ts'
import { Trans } from '#web/platform/language/trans.tsx'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { type Consent, DEFAULT_CONSENT, FULL_CONSENT } from '../platform/consent-choice.ts'
import { keepConsent, readConsent } from '../platform/stored.ts'
import { onCookieSettingsAsked } from './settings-door.ts'

const CookieSettings = lazy(() => import('./cookie-settings.tsx'))

const BANNER_DELAY_MS = 1000

/** The cookie banner and its settings. Source: the specification, section 4. */
export function CookieConsent() {
  const [consent, setConsent] = useState<Consent>(DEFAULT_CONSENT)
  const [bannerShown, setBannerShown] = useState(false)
  const [settingsOpen, setSettingsOpen] = useState(false)

  useEffect(() => {
    const stored = readConsent(DEFAULT_CONSENT)
    if (stored !== null) {
      setConsent(stored)
      return
    }
    const timer = setTimeout(() => setBannerShown(true), BANNER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => onCookieSettingsAsked(() => setSettingsOpen(true)), [])

  function choose(choice: Consent) {
    keepConsent(choice)
    setConsent(choice)
    setBannerShown(false)
    setSettingsOpen(false)
  }

  return (
    <>
      {bannerShown ? (
        <CookieBanner
          onAccept={() => choose(FULL_CONSENT)}
          onReject={() => choose(DEFAULT_CONSENT)}
          onSettings={() => setSettingsOpen(true)}
        />
      ) : null}
      {settingsOpen ? (
        <Suspense fallback={null}>
          <CookieSettings
            consent={consent}
            onClose={() => setSettingsOpen(false)}
            onAccept={() => choose(FULL_CONSENT)}
            onReject={() => choose(DEFAULT_CONSENT)}
            onSave={choose}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function CookieBanner(props: { onAccept(): void; onReject(): void; onSettings(): void }) {
  return (
    <section
      aria-label={t`Cookies`}
      data-cookie-banner
      className="rounded-md border border-line bg-paper p-3 shadow-float sm:p-4"
    >
      <p className="text-xs sm:text-sm">
        <Trans>
          We need a few cookies to keep you signed in. We use others only with your consent.{' '}
          <Link href={paths.privacy} className="text-link">
            What we store
          </Link>
        </Trans>{' '}
        <button type="button" className="min-h-6 text-link" onClick={props.onSettings}>
          {t`Settings`}
        </button>
      </p>
      <div className="mt-2 grid grid-cols-2 gap-2 sm:mt-3 sm:flex">
        <Button variant="outline" size="sm" className="max-sm:px-2" onClick={props.onAccept}>
          {t`Accept All`}
        </Button>
        <Button variant="outline" size="sm" className="max-sm:px-2" onClick={props.onReject}>
          {t`Reject All`}
        </Button>
      </div>
    </section>
  )
}
