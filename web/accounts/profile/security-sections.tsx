import type { User } from '#contract/accounts/accounts.ts'
import { PasswordSection } from './password-section.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SessionList } from './session-list.tsx'

/** Password, two-factor authentication and sessions: in the profile, and for staff on an admin page. */
export function SecuritySections({ user }: { user: User }) {
  return (
    <div className="flex flex-col gap-12">
      <PasswordSection user={user} />
      <SecondFactor user={user} />
      <SessionList />
    </div>
  )
}
