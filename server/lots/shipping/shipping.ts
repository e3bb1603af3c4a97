import type { BodyOf } from '#contract/endpoint.ts'
import {
  faultsOfShipping,
  NO_SHIPPING,
  ShippingTable,
  type changeShipping as endpoint,
  type ShippingState,
} from '#contract/shipping.ts'
import { audit } from '#server/platform/audit.ts'
import type { House } from '#server/platform/house.ts'
import { invalidInput, refuse, type Refusal } from '#server/platform/problem.ts'
import { readHouseTerms } from '#server/platform/settings.ts'
import { lockShipping, storedShipping, storeShipping } from './store.ts'

export async function readShippingState(house: House): Promise<ShippingState> {
  const { value, version } = await storedShipping(house.db)
  const { currency } = await readHouseTerms(house)
  return { table: usable(house, value), currency, version }
}

/** Changes the table. Throws what is wrong with it, by field; refused where somebody else has changed it since it was read. */
export async function changeShipping(
  house: House,
  actorId: string,
  { version, table, reason }: BodyOf<typeof endpoint>,
): Promise<ShippingState | Refusal> {
  const faults = faultsOfShipping(table).map(({ field, message }) => ({ field: `table.${field}`, message }))
  if (faults.length > 0) throw invalidInput(faults)
  const refused = await house.db.transaction().execute(async (trx) => {
    await lockShipping(trx)
    const stored = await storedShipping(trx)
    if (stored.version !== version) {
      return refuse('settings-changed', 'Somebody changed the table meanwhile. Look at it and change yours again.')
    }
    await storeShipping(trx, table)
    await audit(trx, {
      actorId,
      act: 'change-shipping',
      subjectKind: 'shipping',
      subjectId: 'table',
      before: { value: stored.value },
      after: { value: table },
      reason,
    })
    return null
  })
  return refused ?? readShippingState(house)
}

function usable(house: House, value: unknown): ShippingTable {
  const parsed = ShippingTable.safeParse(value)
  if (parsed.success) return parsed.data
  house.log.error({ issues: parsed.error.issues.length }, 'the table of transport cannot be used; nothing is estimated')
  return NO_SHIPPING
}
