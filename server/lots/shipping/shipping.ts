import type { BodyOf } from '#contract/platform/endpoint.ts'
import {
  faultsOfShipping,
  NO_SHIPPING,
  ShippingTable,
  type changeShipping as endpoint,
  type ShippingState,
} from '#contract/lots/shipping.ts'
import { audit } from '#server/platform/audit.ts'
import type { App } from '#server/platform/app.ts'
import { invalidInput, refuse, type Refusal } from '#server/platform/problem.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { lockShipping, storedShipping, storeShipping } from './store.ts'

export async function readShippingState(app: App): Promise<ShippingState> {
  const { value, version } = await storedShipping(app.db)
  const { currency } = await readCompanyTerms(app)
  return { table: usable(app, value), currency, version }
}

/** Changes the table. Throws its faults by field; refused if someone else has changed it since it was read. */
export async function changeShipping(
  app: App,
  actorId: string,
  { version, table, reason }: BodyOf<typeof endpoint>,
): Promise<ShippingState | Refusal> {
  const faults = faultsOfShipping(table).map(({ field, message }) => ({ field: `table.${field}`, message }))
  if (faults.length > 0) throw invalidInput(faults)
  const refused = await app.db.transaction().execute(async (trx) => {
    await lockShipping(trx)
    const stored = await storedShipping(trx)
    if (stored.version !== version) {
      return refuse(
        'settings-changed',
        'Someone else changed the rate table in the meantime. Reload it and make your changes again.',
      )
    }
    await storeShipping(trx, table)
    await audit(trx, {
      actorId,
      action: 'change-shipping',
      subjectKind: 'shipping',
      subjectId: 'table',
      before: { value: stored.value },
      after: { value: table },
      reason,
    })
    return null
  })
  return refused ?? readShippingState(app)
}

function usable(app: App, value: unknown): ShippingTable {
  const parsed = ShippingTable.safeParse(value)
  if (parsed.success) return parsed.data
  app.log.error({ issues: parsed.error.issues.length }, 'the shipping rate table is invalid; no estimates are shown')
  return NO_SHIPPING
}
