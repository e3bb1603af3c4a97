import { useEffect } from 'react'
import type { RefObject } from 'react'
import { listAccounts } from '#contract/account-staff.ts'

/** First segment of the keys of all lists of people, and of one person. */
export const PEOPLE_KEY = listAccounts.path

/** `/` goes to the search, unless something is being written. */
export function useSlash(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null
      if (event.key !== '/' || typing) return
      event.preventDefault()
      field.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [field])
}
