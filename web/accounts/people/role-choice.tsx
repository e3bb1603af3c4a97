import { ROLE_WORDS } from '#contract/accounts/staff.ts'
import { STAFF_ROLES, type StaffRole } from '#contract/platform/access-levels.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { t, translated } from '#web/platform/language/text.ts'

const MEANS: Record<StaffRole, string> = {
  auctioneer: t`auctions, lots, photos, questions, negotiations`,
  reviewer: t`identity documents, people`,
  cashier: t`invoices, payments, refunds, transfers`,
  owner: t`everything, with settings and staff`,
}

/** The roles of a colleague. The owner has every role, so the others don't apply then. */
export function RoleChoice({
  roles,
  onChange,
  error,
}: {
  roles: readonly StaffRole[]
  onChange: (roles: StaffRole[]) => void
  error: string | undefined
}) {
  const isOwner = roles.includes('owner')
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{t`Roles`}</legend>
      {STAFF_ROLES.map((role) => (
        <Checkbox
          key={role}
          checked={roles.includes(role) || isOwner}
          disabled={isOwner && role !== 'owner'}
          onChange={({ target: { checked } }) =>
            onChange(checked ? [...roles, role] : roles.filter((each) => each !== role))
          }
          label={
            <>
              {translated(ROLE_WORDS[role])}
              <span className="text-slate">: {MEANS[role]}</span>
            </>
          }
        />
      ))}
      {error === undefined ? null : (
        <p role="alert" className="text-xs font-semibold text-outbid">
          {translated(error)}
        </p>
      )}
    </fieldset>
  )
}
