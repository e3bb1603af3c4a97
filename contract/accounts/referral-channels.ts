/** Where a referral link was shared: the `via` of the link. A link without one, or with another word, counts as `link`. */
export const REFERRAL_CHANNELS = [
  'link',
  'message',
  'post',
  'forum',
  'email',
  'qr',
  'banner',
  'flyer',
  'tear-off',
] as const

export type ReferralChannel = (typeof REFERRAL_CHANNELS)[number]

export const CHANNEL_WORDS: Record<ReferralChannel, string> = {
  link: 'Link',
  message: 'Message',
  post: 'Social post',
  forum: 'Forum',
  email: 'Email',
  qr: 'QR code',
  banner: 'Banner',
  flyer: 'Flyer',
  'tear-off': 'Tear-off sheet',
}

/** The channel of a link from its `via`. */
export function channelOf(via: string | null): ReferralChannel {
  return REFERRAL_CHANNELS.find((channel) => channel === via) ?? 'link'
}
