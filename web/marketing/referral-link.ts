import { paths } from '../paths.ts'

/** The URL that a member shares; people who register there are counted as their referrals. */
export function referralLink(referralCode: string, origin: string = location.origin): string {
  return origin + paths.registerBy(referralCode)
}
