import type { ReferralChannel } from '#contract/accounts/referral-channels.ts'
import { paths } from '../paths.ts'

/** The URL that a member shares in a channel; people who register there are counted as their referrals. */
export function referralLink(referralCode: string, channel: ReferralChannel = 'link'): string {
  return location.origin + paths.registerBy(referralCode) + (channel === 'link' ? '' : `&via=${channel}`)
}
