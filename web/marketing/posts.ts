import { t } from '#web/platform/language/text.ts'
import type { ReferralChannel } from '#contract/accounts/referral-channels.ts'

export type Post = { id: string; title: string; use: string; text: string }

/** Prepared posts that include the member's link for the channel of each. */
export function postsFor(linkIn: (channel: ReferralChannel) => string, companyName: string): Post[] {
  return [
    {
      id: 'message',
      title: t`A message to a friend`,
      use: t`For a friend who’s looking for a car.`,
      text: t`You were looking for a car. I bid on ${companyName}: every car lists its known flaws, and you see the total with all fees before you bid. Take a look, and ask me if you have questions: ${linkIn('message')}`,
    },
    {
      id: 'short',
      title: t`A short post`,
      use: t`For social networks.`,
      text: t`Car auctions where you see every fee before you bid, and nobody wins with a last-second bid. ${linkIn('post')}`,
    },
    {
      id: 'long',
      title: t`A longer post`,
      use: t`For a club forum or a group. Add the car you bought.`,
      text: t`I buy cars on ${companyName}, an online vehicle auction. Three things I like: every car lists its known flaws, you see the total cost with every bid, and a bid in the last minutes extends the auction so everyone can respond. After an auction, anyone can verify the whole bid history. Take a look: ${linkIn('forum')}`,
    },
    {
      id: 'signature',
      title: t`An email signature`,
      use: t`Add it under your name.`,
      text: t`I buy my cars on ${companyName}: ${linkIn('email')}`,
    },
  ]
}
