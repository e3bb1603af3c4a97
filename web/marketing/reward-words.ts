import type { CompanyTerms } from '#contract/auctions/auctions.ts'
import type { Block, Section } from '#contract/content/article.ts'
import { formatMoney } from '../platform/money.ts'

type Program = Pick<CompanyTerms, 'referralReward' | 'currency' | 'membershipRefundDays'>

/** The reward in a sentence or two, as it is set today. */
export function rewardWords({ referralReward, currency, membershipRefundDays }: Program): string {
  if (referralReward === 0) return 'There’s no reward for referrals at this time.'
  const reward = formatMoney(referralReward, currency, true)
  return `You get ${reward} of credit for each person who registers with your link and pays the membership fee. We credit it ${membershipRefundDays} days after the fee was paid, once it can no longer be refunded on request, and apply it to your next invoice.`
}

export function say(text: string): Block {
  return { kind: 'paragraph', runs: [{ text }] }
}

function list(...texts: string[]): Block {
  return { kind: 'list', ordered: false, items: texts.map((text) => [{ text }]) }
}

/** The sections of the public page; a member also gets their figures. */
export function referralSections(terms: Program, isMember: boolean): Section[] {
  const isOn = terms.referralReward > 0
  const rules = list(
    'What counts is the reward shown here on the day the person registers.',
    'The credit pays invoices. We don’t pay it out.',
    'You can’t refer yourself: there’s no reward for an account that shares an ID document, card, device or address with yours.',
    'If the new member’s fee is refunded later, or a reward broke these rules, we take it back.',
  )
  return [
    {
      id: 'how',
      heading: 'How it works',
      blocks: [
        say(
          'Every member has a referral link. It opens registration with your code filled in, so the new member sees that a member invited them.',
        ),
      ],
    },
    {
      id: 'reward',
      heading: 'The reward',
      blocks: [say(rewardWords(terms)), isOn ? rules : say('Rewards promised to earlier sign-ups are still credited.')],
    },
    {
      id: 'rules',
      heading: 'Please',
      blocks: [
        say('Three rules:'),
        list('No mass email.', 'No advertising in our name.', 'No promises that we don’t make.'),
      ],
    },
    { id: 'link', heading: 'Your link', blocks: [say('Your link never changes.')] },
    ...(isMember ? [{ id: 'results', heading: 'Your results', blocks: [] }] : []),
  ]
}
