import { accessDenial } from '#contract/accounts/access.ts'
import { dateWords } from '#contract/platform/days.ts'
import { readBuyingPower } from '#server/bidding/buying-power/buying-power.ts'
import { capital, money } from '#server/notifications/words/text.ts'
import { localeNow, t } from '#server/platform/language/text.ts'
import type { App } from '#server/platform/app.ts'
import { moneyText } from '#server/platform/money-text.ts'
import type { Person } from '#server/platform/person.ts'
import { threadPath } from '../ticket-keys.ts'
import { lastRefund, lastTicket, openInvoices, type OwedFact } from './facts-store.ts'
import type { Intent } from './intents.ts'
import { answerAboutLots } from './lot-answers.ts'
import { answerAboutOffers } from './offer-answers.ts'
import { type Answer, declined, own, type Page, signIn } from './say.ts'

const PROFILE: Page = { label: 'Profile', to: '/profile' }
const INVOICES: Page = { label: 'Invoices', to: '/invoices' }
const MY_BIDS: Page = { label: 'My bids', to: '/my-bids' }
const PAYMENT: Page = { label: 'Membership fee', to: '/payment' }
const VERIFICATION: Page = { label: 'Verification', to: '/verification' }
const SUPPORT: Page = { label: 'Contact', to: '/contact' }

/**
 * Answers a question about the person, from current data. Null: nothing fits, and public pages may answer. The answer only contains this
 * person's data or public data.
 */
export async function answerIntent(app: App, person: Person | null, intent: Intent): Promise<Answer | null> {
  switch (intent.about) {
    case 'greeting':
      return own(() => t`Happy to help. Ask about our auctions, fees or your account.`, { label: 'FAQ', to: '/faq' })
    case 'assistant':
      return declined(() => t`I’m an automated assistant. To reach a person, contact our team.`, SUPPORT)
    case 'others':
      return declined(() => t`I can’t share anything about other people. Bids appear under paddle numbers only.`, {
        label: 'FAQ: What other bidders see',
        to: '/faq#paddle',
      })
    case 'reserve':
      return declined(
        () => t`The reserve amount is confidential. The lot page shows whether there is one and whether it’s met.`,
        {
          label: 'Bidding guide: Reserve',
          to: '/bidding-guide#reserve',
        },
      )
    case 'staff-only':
      return declined(
        () => t`I can’t help with that. I only answer questions about our auctions and your own account.`,
        SUPPORT,
      )
    case 'action':
      return declined(
        () => t`I can’t do that for you. You can do it yourself on the page, or ask our team.`,
        ...actionPages(person),
      )
    case 'lot-end':
    case 'outcome':
    case 'pickup':
    case 'own-maximum':
    case 'positions':
    case 'price':
    case 'vehicle':
      return answerAboutLots(app, person, intent)
    case 'auctions':
    case 'offer':
      return answerAboutOffers(app, person, intent)
    default:
      if (person !== null) return answerAboutAccount(app, person, intent.about)
      return EXPLAINED.has(intent.about) ? null : signIn()
  }
}

function actionPages(person: Person | null): Page[] {
  return person === null ? [SUPPORT] : [MY_BIDS, PROFILE, SUPPORT]
}

/** As a sentence. */
function statusText({ accountStatus }: Person): string {
  return accountStatus === 'suspended' ? t`Your account is suspended.` : t`Your account is closed.`
}

/** What public pages explain to somebody who isn't signed in. */
const EXPLAINED: ReadonlySet<Intent['about']> = new Set(['account', 'limit', 'paddle'])

type AboutAccount = 'owed' | 'verified' | 'limit' | 'membership' | 'account' | 'paddle' | 'refund' | 'messages'

async function answerAboutAccount(app: App, person: Person, about: AboutAccount): Promise<Answer> {
  switch (about) {
    case 'owed':
      return owedAnswer(app, person)
    case 'verified':
      return verifiedAnswer(person)
    case 'limit':
      return limitAnswer(app, person)
    case 'membership':
      return person.hasPaidMembershipFee
        ? own(() => t`You’re a member: your membership fee is paid.`, PROFILE)
        : own(() => t`Your membership fee isn’t paid yet.`, PAYMENT)
    case 'account':
      return person.accountStatus === 'active'
        ? own(() => t`Your account is active.`, PROFILE)
        : own(() => t`${{ status: statusText(person) }} Our team can tell you why and what to do.`, SUPPORT)
    case 'paddle':
      return own(() => t`Your paddle is ${{ paddle: person.paddle }}.`, PROFILE)
    case 'refund':
      return refundAnswer(app, person)
    case 'messages':
      return messagesAnswer(app, person)
  }
}

async function owedAnswer(app: App, person: Person): Promise<Answer> {
  const open = await openInvoices(app.db, person.id)
  const [first, ...more] = open
  if (first === undefined) return own(() => t`You don’t owe anything. All your invoices are paid.`, INVOICES)
  if (more.length === 0) return own(() => t`You have 1 unpaid invoice. ${{ invoice: owedLine(first) }}.`, INVOICES)
  const sums = new Map<string, number>()
  for (const { currency, owed } of open) sums.set(currency, (sums.get(currency) ?? 0) + owed)
  return own(() => {
    const total = listed([...sums].map(([currency, owed]) => moneyText(owed, currency)))
    const shown = open.slice(0, 3).map(owedLine).join('; ')
    const lead = t`You have ${{ count: open.length }} unpaid invoices, ${{ total }} in total.`
    return `${lead} ${shown}${open.length > 3 ? t`; and more` : ''}.`
  }, INVOICES)
}

function owedLine({ number, title, owed, currency, due_on: dueOn, overdue }: OwedFact): string {
  const [sum, day] = [moneyText(owed, currency), dateWords(dueOn, localeNow())]
  return overdue
    ? t`${{ number }} (${{ title }}): ${{ sum }}, overdue since ${{ day }}`
    : t`${{ number }} (${{ title }}): ${{ sum }}, due ${{ day }}`
}

function listed(items: readonly string[]): string {
  return new Intl.ListFormat(localeNow()).format(items)
}

function verifiedAnswer(person: Person): Answer {
  const { verificationStatus, hasPaidMembershipFee, idDocument, accountStatus } = person
  if (accountStatus !== 'active') return own(() => t`${{ status: statusText(person) }} You can’t bid now.`, SUPPORT)
  if (person.role !== 'member') return own(() => t`You’re a member of our team. Staff never bid.`, PROFILE)
  if (!hasPaidMembershipFee)
    return own(() => t`You aren’t verified yet. First pay the membership fee, then send your document.`, PAYMENT)
  if (verificationStatus === 'verified')
    return own(() => t`You’re verified and can bid. If a bid isn’t accepted, the page says why.`, VERIFICATION)
  if (idDocument === null) return own(() => t`You aren’t verified yet. Send your identity document next.`, VERIFICATION)
  return own(() => t`Not yet. We have your document and our team is checking it.`, {
    label: 'Verification status',
    to: '/verification-pending',
  })
}

async function limitAnswer(app: App, person: Person): Promise<Answer> {
  if (accessDenial(person, 'complete') !== null)
    return own(() => t`You get a bidding limit once you’re verified.`, VERIFICATION)
  const power = await readBuyingPower(app, person)
  const { currency, limit, free } = power
  const sums = [power, ...power.others].filter(({ committed }) => committed > 0)
  const used = () => {
    const committed = listed(sums.map((sum) => money(sum.committed, sum.currency)))
    return sums.length === 0 ? t`Nothing is committed now.` : t`${{ committed }} is committed now.`
  }
  if (limit === null || free === null) return own(() => t`You don’t have a bidding limit. ${{ used: used() }}`, MY_BIDS)
  return own(
    () =>
      t`Your bidding limit is ${{ limit: money(limit, currency) }}. ${{ used: used() }} You can still commit ${{ free: money(free, currency) }}.`,
    MY_BIDS,
  )
}

async function refundAnswer(app: App, person: Person): Promise<Answer> {
  const refund = await lastRefund(app.db, person.id)
  const policy = { label: 'Refunds', to: '/refund' }
  if (refund === null) return own(() => t`We have no refund for you on record.`, policy, SUPPORT)
  const { amount, currency, state } = refund
  const sum = () => moneyText(amount, currency)
  if (state === 'succeeded') return own(() => t`Your refund of ${{ amount: sum() }} has been sent.`, INVOICES)
  if (state === 'failed')
    return own(() => t`Your refund of ${{ amount: sum() }} didn’t go through. Our team is taking care of it.`, SUPPORT)
  return own(() => t`Your refund of ${{ amount: sum() }} is on its way.`, policy)
}

async function messagesAnswer(app: App, person: Person): Promise<Answer> {
  const ticket = await lastTicket(app.db, person.id)
  if (ticket === null) return own(() => t`You haven’t written to our team from this account.`, SUPPORT)
  const { reference, subject, status } = ticket
  const message = () => t`your last message, “${{ subject }}” (${{ reference }}),`
  const source = { label: reference, to: threadPath(app.keys, ticket.id) }
  if (status === 'open') return own(() => capital(t`${{ message: message() }} is waiting for our team.`), source)
  if (status === 'answered') return own(() => capital(t`${{ message: message() }} has an answer.`), source)
  return own(() => capital(t`${{ message: message() }} is closed.`), source)
}
