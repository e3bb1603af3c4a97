import { ROLE_WORDS } from '#contract/accounts/staff.ts'
import { STAFF_ROLES, type StaffRole } from '#contract/platform/access-levels.ts'
import { Checkbox } from '#web/ui/field.tsx'

const MEANS: Record<StaffRole, string> = {
  auctioneer: 'auctions, lots, photos, questions, negotiations',
  reviewer: 'identity documents, people',
  cashier: 'invoices, payments, refunds, transfers',
  owner: 'everything, with settings and staff',
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
      <legend className="text-sm font-semibold">Roles</legend>
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
              {ROLE_WORDS[role]}
              <span className="text-slate">: {MEANS[role]}</span>
            </>
          }
        />
      ))}
      {error === undefined ? null : (
        <p role="alert" className="text-xs font-semibold text-outbid">
          {error}
        </p>
      )}
    </fieldset>
  )
}
