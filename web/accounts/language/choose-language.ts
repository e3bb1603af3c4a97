import { changeProfile } from '#contract/accounts/account-profile.ts'
import type { Language } from '#contract/platform/languages.ts'
import { reload } from '#web/platform/leave.ts'
import { call } from '#web/platform/request.ts'
import { keepStored, readStored } from '#web/platform/stored.ts'
import { language } from '#web/platform/language/language.ts'

/** Shows everything in another language, after a reload. A signed-in person keeps it with their account. */
export async function chooseLanguage(chosen: Language, isLoggedIn: boolean): Promise<void> {
  if (isLoggedIn) await call(changeProfile, { body: { language: chosen } })
  keepStored('language', chosen)
  reload()
}

/** The account's language, on a device that showed another one. Once: a catalog that fails to load leaves the page in English. */
export function followLanguage(own: Language | null): void {
  if (own === null || own === language || readStored('language') === own) return
  keepStored('language', own)
  reload()
}
