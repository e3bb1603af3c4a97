import { ACCOUNT_ROLE_WORDS, accountRoles } from '#contract/accounts/staff.ts'
import { translated } from '#web/platform/language/text.ts'

/** Of any account: its staff roles, or `Member`. */
export function roleNames(roles: readonly string[]): string {
  return accountRoles(roles)
    .map((role) => translated(ACCOUNT_ROLE_WORDS[role] ?? role))
    .join(', ')
}
