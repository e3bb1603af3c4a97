import { useEffect, useSyncExternalStore } from 'react'
import { Button } from '../../ui/button.tsx'
import {
  acceptInstall,
  declineInstall,
  installOffer,
  listenForInstallOffer,
  watchInstallOffer,
} from './install-offer.ts'

/** Offers to put Paddock on the home screen, where the browser can. Declined once, it does not come back. */
export function InstallPrompt() {
  useEffect(listenForInstallOffer, [])
  const offer = useSyncExternalStore(watchInstallOffer, installOffer)
  if (offer === null) return null
  return (
    <section aria-label="Install" className="rounded-md border border-line bg-paper p-4 shadow-float">
      <p className="text-sm">
        {offer.way === 'prompt'
          ? 'Put Paddock on your home screen: your lots open with one press, and the page starts without a connection.'
          : 'Put Paddock on your home screen: press the Share button, then “Add to Home Screen”.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {offer.way === 'prompt' ? (
          <Button variant="outline" size="sm" onClick={() => void acceptInstall()}>
            Install
          </Button>
        ) : null}
        <Button variant="ghost" size="sm" onClick={declineInstall}>
          Not now
        </Button>
      </div>
    </section>
  )
}
