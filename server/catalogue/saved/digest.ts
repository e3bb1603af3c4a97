import type { House } from '#server/platform/house.ts'
import { notify } from '#server/platform/notice.ts'
import { signId } from '#server/platform/signed-id.ts'
import { STOP_ALERTS } from './store.ts'
import { dueDigest, takeFinds } from './store.ts'

const TITLES_MAX = 5

/** Tells what was found for saved searches whose digest is due, one notice a search; answers how many. */
export async function tellDigests(house: House): Promise<number> {
  for (let told = 0; ; told += 1) if (!(await tellOne(house))) return told
}

/** False when none is due. */
async function tellOne(house: House): Promise<boolean> {
  return house.db.transaction().execute(async (trx) => {
    const search = await dueDigest(trx)
    if (search === undefined) return false
    const finds = await takeFinds(trx, search.id)
    const [first] = finds
    if (first === undefined) return true
    await notify(house, trx, {
      kind: 'saved-search',
      accountId: search.account_id,
      // A lot is found once for a search, so its first one names the digest.
      key: `saved-search:${search.id}:${first.lot_id}`,
      facts: {
        name: search.name,
        count: finds.length,
        link: `/?${search.query}${search.query === '' ? '' : '&'}sort=new`,
        titles: finds.slice(0, TITLES_MAX).map(({ title }) => title),
        stop: `/?stop=${signId(house.keys, STOP_ALERTS, search.id)}`,
      },
    })
    return true
  })
}
