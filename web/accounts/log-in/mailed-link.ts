import { useEffect, useState } from 'react'

/** What a link to the sign-in page does. */
export const AUTH_LINKS = ['confirm-email', 'change-email', 'reset-password'] as const
/** What a link to the staff sign-in does: it creates the first owner, or adds a colleague. */
export const STAFF_LINKS = ['set-up', 'invitation'] as const

type Purpose = (typeof AUTH_LINKS)[number] | (typeof STAFF_LINKS)[number]

export type MailedLink<P extends Purpose = (typeof AUTH_LINKS)[number]> = { purpose: P; secret: string }

/** The emailed link that led here, read from after the `#`; it is removed from the URL immediately, and so from the history. */
export function useMailedLink<P extends Purpose>(purposes: readonly P[]): MailedLink<P> | null {
  const [link, setLink] = useState(() => mailedLinkIn(location.hash, purposes))
  useEffect(() => {
    const take = () => {
      const found = mailedLinkIn(location.hash, purposes)
      if (found === null) return
      setLink(found)
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [purposes])
  return link
}

/** An incompletely copied secret is sent anyway: the server rejects it. */
export function mailedLinkIn<P extends Purpose>(hash: string, purposes: readonly P[]): MailedLink<P> | null {
  const found = /^#([a-z-]+)=([\w-]*)$/.exec(hash)
  const purpose = purposes.find((each) => each === found?.[1])
  return found === null || purpose === undefined ? null : { purpose, secret: found[2] ?? '' }
}
