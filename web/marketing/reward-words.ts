import { t } from '#web/platform/language/text.ts'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import type { Block, Section } from '#contract/content/article.ts'
import { formatExactMoney } from '../platform/money.ts'

type Program = Pick<CompanyTerms, 'referralReward' | 'currency' | 'membershipRefundDays'>

/** The reward in a sentence or two, as it is set today. */
export function rewardWords({ referralReward, currency, membershipRefundDays }: Program): string {
  if (referralReward === 0) return t`There’s no reward for referrals at this time.`
  const reward = formatExactMoney(referralReward, currency)
  return t`You get ${reward} of credit for each person who registers with your link and pays the membership fee. We credit it ${membershipRefundDays} days after the fee was paid, once it can no longer be refunded on request, and apply it to your next invoice.`
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
    t`What counts is the reward shown here on the day the person registers.`,
    t`The credit pays invoices. We don’t pay it out.`,
    t`You can’t refer yourself: there’s no reward for an account that shares an ID document, card, device or address with yours.`,
    t`If the new member’s fee is refunded later, or a reward broke these rules, we take it back.`,
  )
  return [
    {
      id: 'how',
      heading: t`How it works`,
      blocks: [
        say(
          t`Every member has a referral link. It opens registration with your code filled in, so the new member sees that a member invited them.`,
        ),
      ],
    },
    {
      id: 'reward',
      heading: t`The reward`,
      blocks: [
        say(rewardWords(terms)),
        isOn ? rules : say(t`Rewards promised to earlier sign-ups are still credited.`),
      ],
    },
    {
      id: 'rules',
      heading: t`Rules`,
      blocks: [list(t`No mass email.`, t`No advertising in our name.`, t`No promises that we don’t make.`)],
    },
    {
      id: 'link',
      heading: t`Your link`,
      blocks: isMember ? [say(t`Your link never changes.`)] : [say(t`Register or sign in to get it.`)],
    },
    ...(isMember ? [{ id: 'results', heading: t`Your results`, blocks: [] }] : []),
  ]
}
