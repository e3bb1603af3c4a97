import { accountRoleWords } from '#contract/accounts/staff.ts'
import { translated } from '#web/platform/language/text.ts'

/** Of any account: its staff roles, or `Member`. */
export function roleNames(roles: readonly string[]): string {
  return accountRoleWords(roles).split(', ').map(translated).join(', ')
}
