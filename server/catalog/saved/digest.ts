import type { App } from '#server/platform/app.ts'
import { notify } from '#server/platform/notice.ts'
import { signId } from '#server/platform/signed-id.ts'
import { STOP_ALERTS } from './store.ts'
import { dueDigest, takeFinds } from './store.ts'

const TITLES_MAX = 5

/** Sends the due digests of saved searches, one notice per search; returns how many. */
export async function sendDigests(app: App): Promise<number> {
  for (let sent = 0; ; sent += 1) if (!(await sendOne(app))) return sent
}

/** False when none is due. */
async function sendOne(app: App): Promise<boolean> {
  return app.db.transaction().execute(async (trx) => {
    const search = await dueDigest(trx)
    if (search === undefined) return false
    const finds = await takeFinds(trx, search.id)
    const [first] = finds
    if (first === undefined) return true
    await notify(app, trx, {
      kind: 'saved-search',
      accountId: search.account_id,
      // A search finds each lot once, so the first lot identifies the digest.
      key: `saved-search:${search.id}:${first.lot_id}`,
      facts: {
        name: search.name,
        count: finds.length,
        link: `/?${search.query}${search.query === '' ? '' : '&'}sort=new`,
        titles: finds.slice(0, TITLES_MAX).map(({ title }) => title),
        stop: `/?stop=${signId(app.keys, STOP_ALERTS, search.id)}`,
      },
    })
    return true
  })
}
