import { useUser } from '#web/platform/session.tsx'
import { SecuritySections } from '../profile/security-sections.tsx'
import { t } from '#web/platform/language/text.ts'

/** Password, two-factor authentication and sessions of a colleague, who may not have a bidder's profile. */
export default function AdminOwnAccount() {
  const { user } = useUser()
  if (user === null) return null
  return (
    <>
      <h1 className="text-xl">{t`My account`}</h1>
      <p className="mt-2 text-slate">{user.email}</p>
      <div className="mt-8 max-w-[42rem]">
        <SecuritySections user={user} />
      </div>
    </>
  )
}
