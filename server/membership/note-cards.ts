import { noteIdentifier } from '#server/accounts/identifiers/identifiers.ts'
import type { House } from '#server/platform/house.ts'
import { providersOf } from './providers.ts'
import { paymentsWithoutCard, setCardNoted } from './store.ts'

const AT_ONCE_MAX = 20

/**
 * Asks the card provider which card paid, for payments whose money arrived, and notes it for the account. Outside any transaction. A
 * provider that can't be reached is asked again in the next round; one payment that can't be asked about doesn't stop the others.
 */
export async function noteCards(house: House): Promise<void> {
  const provider = (await providersOf(house)).find(({ name }) => name === 'stripe')
  if (provider?.cardOf === undefined) return
  for (const payment of await paymentsWithoutCard(house.db, AT_ONCE_MAX)) {
    try {
      const card = await provider.cardOf(payment)
      if (card !== null) await noteIdentifier(house, house.db, payment.account_id, 'card', `stripe ${card}`)
      await setCardNoted(house.db, payment.id)
    } catch (error) {
      house.log.warn({ err: error, payment: payment.id }, 'the card provider cannot be asked which card paid')
    }
  }
}
