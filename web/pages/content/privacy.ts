import { CLAIM_DAYS } from '#contract/accounts.ts'
import type { HouseTerms } from '#contract/auctions.ts'
import { STORED } from '#web/platform/stored-keys.ts'
import type { Copy } from './section.ts'

export const privacyPolicy: Copy = ({ houseName, contact }) => [
  {
    id: 'controller',
    heading: 'Who is responsible',
    paragraphs: [controllerOf(houseName, contact)],
  },
  {
    id: 'what',
    heading: 'What we keep, and why',
    paragraphs: ['Each kind of data has one reason to be here. When the reason ends, so does the data.'],
    points: [
      'Your account: name, email, telephone, country and paddle, to run the account and to reach you about your lots.',
      `An account whose email you never confirm: ${CLAIM_DAYS} days, then it’s closed and your data is deleted.`,
      'Your password: only as a hash that cannot be turned back into the password.',
      'Your bids, with their time: they are contracts. In public they appear under your paddle alone.',
      'Your sealed maximums: encrypted, and opened only by the program that bids for you.',
      'Payments and invoices: as long as tax law demands.',
      'Your identity document: to know that you are who you say. Encrypted, seen only by reviewers, every view recorded, deleted 30 days after the decision.',
      'Keyed hashes of your document, card and device: to see when one of them is on two accounts. Nobody can read a number from them, and they are deleted with your account.',
      'Technical records of requests: to find faults and abuse. They hold no passwords, maximums or documents.',
    ],
  },
  {
    id: 'browser',
    heading: 'What is stored in your browser',
    paragraphs: [
      'Paddock loads nothing from other companies: no fonts, no scripts, no counters.',
      'Two necessary cookies that scripts cannot read: paddock_session belongs to your sign-in and goes when you sign out. paddock_device says that you signed in on this browser before, so that nobody who guesses passwords elsewhere can lock you out, and shows our team when two accounts use one browser; it stays for 400 days.',
    ],
    points: Object.entries(STORED).map(
      ([name, { category, purpose, until }]) => `${name} (${category}): ${purpose}, ${until}.`,
    ),
  },
  {
    id: 'categories',
    heading: 'The four categories',
    paragraphs: [
      'Necessary is always on. Analytics, marketing and functional are off until you switch them on: until then nothing of them is stored, and your settings last until you close the page. When you withdraw a consent, what it stored is deleted. You can change your choice at the foot of every page.',
    ],
  },
  {
    id: 'others',
    heading: 'Who else receives data',
    paragraphs: [
      'The seller of a lot you have won receives your name and address, because he sells to you. The payment provider you choose receives what it needs for the payment. Authorities receive what the law obliges us to give. We sell no data to anyone.',
    ],
  },
  {
    id: 'rights',
    heading: 'Your rights',
    paragraphs: [
      `You may ask what we hold about you, have it corrected, receive a copy, object, and have it deleted where no law obliges us to keep it. Write to ${contact.email || 'us through the contact page,'} from the address of your account. You may also complain to your data protection authority.`,
    ],
  },
]

/** Who and where, and whom to ask, as far as the company has said. */
function controllerOf(houseName: string, { address, email, phone }: HouseTerms['contact']): string {
  const who = [houseName, address].filter((part) => part !== '').join(', ')
  const ways = [email, phone].filter((part) => part !== '').join(' or ')
  return ways === '' ? `${who}.` : `${who}. Questions about your data: ${ways}.`
}
