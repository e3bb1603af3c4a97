import { noteIdentifier } from '#server/accounts/identifiers/identifiers.ts'
import type { App } from '#server/platform/app.ts'
import { providersOf } from './providers.ts'
import { paymentsWithoutCard, setCardNoted } from './store.ts'

const AT_ONCE_MAX = 20

/**
 * Asks the card provider which card was used, for payments whose money has arrived, and records it for the account. Runs outside any
 * transaction. A provider that cannot be reached is asked again in the next round; one failing payment does not stop the others.
 */
export async function noteCards(app: App): Promise<void> {
  const provider = (await providersOf(app)).find(({ name }) => name === 'stripe')
  if (provider?.cardOf === undefined) return
  for (const payment of await paymentsWithoutCard(app.db, AT_ONCE_MAX)) {
    try {
      const card = await provider.cardOf(payment)
      if (card !== null) await noteIdentifier(app, app.db, payment.account_id, 'card', `stripe ${card}`)
      await setCardNoted(app.db, payment.id)
    } catch (error) {
      app.log.warn({ err: error, payment: payment.id }, 'could not ask the provider which card was used')
    }
  }
}
