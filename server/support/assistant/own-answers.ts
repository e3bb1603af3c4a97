import { accessDenial } from '#contract/accounts/access.ts'
import type { AssistantAnswer, Source } from '#contract/support/assistant.ts'
import { readBuyingPower } from '#server/bidding/buying-power/buying-power.ts'
import { money } from '#server/notifications/words/text.ts'
import type { App } from '#server/platform/app.ts'
import { moneyText } from '#server/platform/money-text.ts'
import type { Person } from '#server/platform/person.ts'
import { readCompanyTerms } from '#server/platform/settings.ts'
import { threadPath } from '../ticket-keys.ts'
import { lastRefund, lastTicket, openInvoices } from './facts-store.ts'
import type { Intent } from './intents.ts'
import { answerAboutLots } from './lot-answers.ts'
import { own, signIn } from './say.ts'

const PROFILE: Source = { label: 'Profile', to: '/profile' }
const INVOICES: Source = { label: 'Invoices', to: '/invoices' }
const MY_BIDS: Source = { label: 'My bids', to: '/my-bids' }
const PAYMENT: Source = { label: 'Membership fee', to: '/payment' }
const VERIFICATION: Source = { label: 'Verification', to: '/verification' }
const SUPPORT: Source = { label: 'Contact', to: '/contact' }

function declined(text: string, ...sources: Source[]): AssistantAnswer {
  return { kind: 'declined', text, sources }
}

/**
 * Answers a question about the person, from current data. Null: nothing fits, and public pages may answer. The answer only contains this
 * person's data or public data.
 */
export async function answerIntent(app: App, person: Person | null, intent: Intent): Promise<AssistantAnswer | null> {
  switch (intent.about) {
    case 'others':
      return declined('I can’t share anything about other people. Bids appear under paddle numbers only.', {
        label: 'FAQ: What other bidders see',
        to: '/faq#paddle',
      })
    case 'reserve':
      return declined(
        'The reserve amount is confidential. The lot page shows whether there is one and whether it’s met.',
        {
          label: 'Bidding guide: Reserve',
          to: '/bidding-guide#reserve',
        },
      )
    case 'staff-only':
      return declined(
        'I can’t help with that. I only answer questions about our auctions and your own account.',
        SUPPORT,
      )
    case 'action':
      return declined(
        'I can’t do that for you. You can do it yourself on the page, or ask our team.',
        ...actionPages(person),
      )
    case 'lot-end':
    case 'outcome':
    case 'pickup':
    case 'own-maximum':
    case 'positions':
    case 'price':
      return answerAboutLots(app, person, intent)
    default:
      return person === null ? signIn() : answerAboutAccount(app, person, intent.about)
  }
}

function actionPages(person: Person | null): Source[] {
  return person === null ? [SUPPORT] : [MY_BIDS, PROFILE, SUPPORT]
}

type AboutAccount = Exclude<
  Intent['about'],
  | 'others'
  | 'reserve'
  | 'staff-only'
  | 'action'
  | 'lot-end'
  | 'outcome'
  | 'pickup'
  | 'own-maximum'
  | 'positions'
  | 'price'
>

async function answerAboutAccount(app: App, person: Person, about: AboutAccount): Promise<AssistantAnswer> {
  switch (about) {
    case 'owed':
      return owedAnswer(app, person)
    case 'verified':
      return verifiedAnswer(person)
    case 'limit':
      return limitAnswer(app, person)
    case 'membership':
      return person.hasPaidMembershipFee
        ? own('You’re a member: your membership fee is paid.', PROFILE)
        : own('Your membership fee isn’t paid yet.', PAYMENT)
    case 'account':
      return person.accountStatus === 'active'
        ? own('Your account is active.', PROFILE)
        : own(`Your account is ${person.accountStatus}. Our team can tell you why and what to do.`, SUPPORT)
    case 'paddle':
      return own(`Your paddle is ${person.paddle}.`, PROFILE)
    case 'refund':
      return refundAnswer(app, person)
    case 'messages':
      return messagesAnswer(app, person)
  }
}

async function owedAnswer(app: App, person: Person): Promise<AssistantAnswer> {
  const open = await openInvoices(app.db, person.id)
  const [first, ...more] = open
  if (first === undefined) return own('You don’t owe anything. All your invoices are paid.', INVOICES)
  const line = ({ number, title, owed, currency, due_on: dueOn, overdue }: typeof first) =>
    `${number} (${title}): ${moneyText(owed, currency)}, ${overdue ? 'overdue since' : 'due'} ${dateWords(dueOn)}`
  if (more.length === 0) return own(`You have 1 unpaid invoice. ${line(first)}.`, INVOICES)
  const sums = new Map<string, number>()
  for (const { currency, owed } of open) sums.set(currency, (sums.get(currency) ?? 0) + owed)
  const total = [...sums].map(([currency, owed]) => moneyText(owed, currency)).join(' and ')
  const shown = open.slice(0, 3).map(line).join('; ')
  return own(
    `You have ${open.length} unpaid invoices, ${total} in total. ${shown}${open.length > 3 ? '; and more' : ''}.`,
    INVOICES,
  )
}

/** `2026-11-25` as `Nov 25, 2026`. */
function dateWords(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  )
}

function verifiedAnswer(person: Person): AssistantAnswer {
  const { verificationStatus, hasPaidMembershipFee, idDocument, accountStatus } = person
  if (accountStatus !== 'active') return own(`Your account is ${accountStatus}, so you can’t bid now.`, SUPPORT)
  if (person.role !== 'member') return own('You’re a member of our team. Staff never bid.', PROFILE)
  if (!hasPaidMembershipFee)
    return own('You aren’t verified yet. First pay the membership fee, then send your document.', PAYMENT)
  if (verificationStatus === 'verified') return own('Yes, you’re verified and can bid.', VERIFICATION)
  if (idDocument === null) return own('You aren’t verified yet. Send your identity document next.', VERIFICATION)
  return own('Not yet. We have your document and our team is checking it.', {
    label: 'Verification status',
    to: '/verification-pending',
  })
}

async function limitAnswer(app: App, person: Person): Promise<AssistantAnswer> {
  if (accessDenial(person, 'complete') !== null)
    return own('You get a bidding limit once you’re verified.', VERIFICATION)
  const [{ currency }, { limit, free, committed }] = await Promise.all([
    readCompanyTerms(app),
    readBuyingPower(app, person),
  ])
  const used = committed === 0 ? 'Nothing is committed now' : `${money(committed, currency)} is committed now`
  if (limit === null || free === null) return own(`You don’t have a bidding limit. ${used}.`, MY_BIDS)
  return own(
    `Your bidding limit is ${money(limit, currency)}. ${used}, so you can still commit ${money(free, currency)}.`,
    MY_BIDS,
  )
}

async function refundAnswer(app: App, person: Person): Promise<AssistantAnswer> {
  const refund = await lastRefund(app.db, person.id)
  const policy = { label: 'Refunds', to: '/refund' }
  if (refund === null) return own('We have no refund for you on record.', policy, SUPPORT)
  const amount = moneyText(refund.amount, refund.currency)
  if (refund.state === 'succeeded') return own(`Your refund of ${amount} has been sent.`, INVOICES)
  if (refund.state === 'failed')
    return own(`Your refund of ${amount} didn’t go through. Our team is taking care of it.`, SUPPORT)
  return own(`Your refund of ${amount} is on its way.`, policy)
}

async function messagesAnswer(app: App, person: Person): Promise<AssistantAnswer> {
  const ticket = await lastTicket(app.db, person.id)
  if (ticket === null) return own('You haven’t written to our team from this account.', SUPPORT)
  const words = {
    open: 'is waiting for our team',
    answered: 'has an answer',
    closed: 'is closed',
  }[ticket.status]
  const source = { label: ticket.reference, to: threadPath(app.keys, ticket.id) }
  return own(`Your last message, “${ticket.subject}” (${ticket.reference}), ${words}.`, source)
}
