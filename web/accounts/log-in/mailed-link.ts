import { useEffect, useState } from 'react'

export type MailedLink = { purpose: 'confirm-email' | 'change-email' | 'reset-password'; secret: string }

/** The link of a mail that led here, read from behind the `#`; it is taken out of the address at once, and so out of the history. */
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

/** A secret that was not copied whole is passed on: the house says so. */
export function mailedLinkIn(hash: string): MailedLink | null {
  const found = /^#(confirm-email|change-email|reset-password)=([\w-]*)$/.exec(hash)
  return found === null ? null : { purpose: found[1] as MailedLink['purpose'], secret: found[2] ?? '' }
}
