import { t } from '#web/platform/language/text.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { Button } from '../../ui/button.tsx'
import {
  acceptInstall,
  declineInstall,
  installOffer,
  listenForInstallOffer,
  watchInstallOffer,
} from './install-offer.ts'

/** Offers to put the site on the home screen, if the browser can. Once declined, it is not shown again. */
export function InstallPrompt() {
  useEffect(listenForInstallOffer, [])
  const offer = useSyncExternalStore(watchInstallOffer, installOffer)
  if (offer === null) return null
  return (
    // On a phone it waits for the answer to the cookie banner below it: together they would cover the page.
    <section
      aria-label={t`Install`}
      className="rounded-md border border-line bg-paper p-4 shadow-float max-sm:[&:has(+[data-cookie-banner])]:hidden"
    >
      <p className="text-sm">
        {offer.way === 'prompt'
          ? t`Add this site to your home screen to open it faster, even offline.`
          : t`Add this site to your home screen: tap Share, then “Add to Home Screen”.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {offer.way === 'prompt' ? (
          <Button variant="outline" size="sm" onClick={() => void acceptInstall()}>
            {t`Install`}
          </Button>
        ) : null}
        <Button variant="ghost" size="sm" onClick={declineInstall}>
          {t`Not now`}
        </Button>
      </div>
    </section>
  )
}
