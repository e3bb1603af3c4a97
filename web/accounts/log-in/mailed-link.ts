import { useEffect, useState } from 'react'

export type MailedLink = { purpose: 'confirm-email' | 'change-email' | 'reset-password'; secret: string }

/** The emailed link that led here, read from after the `#`; it is removed from the URL immediately, and so from the history. */
export function useMailedLink(): MailedLink | null {
  const [link, setLink] = useState(() => mailedLinkIn(location.hash))
  useEffect(() => {
    const take = () => {
      const found = mailedLinkIn(location.hash)
      if (found === null) return
      setLink(found)
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return link
}

/** An incompletely copied secret is sent anyway: the server rejects it. */
export function mailedLinkIn(hash: string): MailedLink | null {
  const found = /^#(confirm-email|change-email|reset-password)=([\w-]*)$/.exec(hash)
  return found === null ? null : { purpose: found[1] as MailedLink['purpose'], secret: found[2] ?? '' }
}
