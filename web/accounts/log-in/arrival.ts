import { channelOf, type ReferralChannel } from '#contract/accounts/referral-channels.ts'
import { countReferralClick } from '#contract/marketing/marketing.ts'
import { call } from '#web/platform/request.ts'
import { dropStored, keepStored, readStored } from '#web/platform/stored.ts'

/** The referral link through which a person arrived. */
export type Arrival = { code: string; channel: ReferralChannel }

const KEY = 'referral'
const CODE_MAX = 40

/** Links that this page has counted: drawing the form again is no second click. */
const counted = new Set<string>()

/** The link in the address, else the one opened earlier; an empty code without either. */
export function arrivalFrom(search: string): Arrival {
  const query = new URLSearchParams(search)
  const code = query.get('ref')?.slice(0, CODE_MAX) ?? ''
  if (code !== '') return { code, channel: channelOf(query.get('via')) }
  const kept = new URLSearchParams(readStored(KEY) ?? '')
  return { code: kept.get('ref') ?? '', channel: channelOf(kept.get('via')) }
}

/** Remembers the link, in the browser only with consent, and counts the click, which needs nothing stored. */
export function noteArrival(search: string): void {
  const { code, channel } = arrivalFrom(search)
  const link = new URLSearchParams({ ref: code, via: channel }).toString()
  if (new URLSearchParams(search).get('ref') === null || code === '' || counted.has(link)) return
  counted.add(link)
  keepStored(KEY, link)
  // Nobody waits for the count; the form says itself if the code is wrong.
  void call(countReferralClick, { body: { code, channel } }).catch(() => undefined)
}

export function forgetArrival(): void {
  dropStored(KEY)
}
