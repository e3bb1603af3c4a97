import { CLAIM_DAYS } from '#contract/accounts/accounts.ts'
import type { CompanyTerms } from '#contract/auctions/auctions.ts'
import { STORED } from '#web/platform/stored-keys.ts'
import type { Copy } from './section.ts'

export const privacyPolicy: Copy = ({ companyName, contact }) => [
  {
    id: 'controller',
    heading: 'Who is responsible',
    paragraphs: [controllerOf(companyName, contact)],
  },
  {
    id: 'what',
    heading: 'What we keep, and why',
    paragraphs: ['We keep each kind of data for one reason. When the reason ends, we delete the data.'],
    points: [
      'Your account: name, email, phone, country and paddle, to run the account and contact you about your lots.',
      `An account whose email you never confirm: ${CLAIM_DAYS} days, then it’s closed and your data is deleted.`,
      'Your password: only as a hash that cannot be turned back into the password.',
      'Your bids, with their time: they are contracts. In public they appear under your paddle alone.',
      'Your sealed maximums: encrypted, and opened only by the software that bids for you.',
      'Payments and invoices: as long as tax law requires.',
      'Your identity document: to confirm who you are. Encrypted, seen only by reviewers, every view recorded, deleted 30 days after the decision.',
      'Keyed hashes of your document, card and device: to see when one of them is used on two accounts. Nobody can read a number from them, and they’re deleted with your account.',
      'Who referred you and in which channel, if you registered with a member’s code: for the reward of that member. An opened referral link only adds one to a count; nothing about you is stored with it.',
      'Technical records of requests: to find faults and abuse. They contain no passwords, maximums or documents.',
    ],
  },
  {
    id: 'browser',
    heading: 'What is stored in your browser',
    paragraphs: ['We load nothing from other companies: no fonts, no scripts, no trackers.'],
    points: Object.entries(STORED).map(
      ([name, { category, purpose, until }]) => `${name} (${category}): ${purpose}, ${until}.`,
    ),
  },
  {
    id: 'categories',
    heading: 'The four categories',
    paragraphs: [
      'Necessary is always on. Analytics, marketing and functional are off until you turn them on: until then they store nothing, and your settings last until you close the page. When you withdraw consent, we delete what it stored. You can change your choice at the bottom of every page.',
    ],
  },
  {
    id: 'others',
    heading: 'Who else receives data',
    paragraphs: [
      'When you win a lot, its seller receives your name and address. The payment provider you choose receives what it needs for the payment. Authorities receive what the law requires. We don’t sell your data.',
    ],
  },
  {
    id: 'rights',
    heading: 'Your rights',
    paragraphs: [
      `You can ask what data we have about you, have it corrected, get a copy, object, and have it deleted unless the law requires us to keep it. Write to ${contact.email || 'us through the contact page,'} from your account’s email address. You can also complain to your data protection authority.`,
    ],
  },
]

/** The company's name, address and contact, as far as its settings state them. */
function controllerOf(companyName: string, { address, email, phone }: CompanyTerms['contact']): string {
  const who = [companyName, address].filter((part) => part !== '').join(', ')
  const ways = [email, phone].filter((part) => part !== '').join(' or ')
  return ways === '' ? `${who}.` : `${who}. Questions about your data: ${ways}.`
}
