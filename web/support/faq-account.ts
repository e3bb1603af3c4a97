import { paths } from '../paths.ts'
import type { Answer } from './faq-answer.ts'

/** How to open, use and close an account. */
export const ACCOUNT_HOW_TO: Answer[] = [
  {
    id: 'register',
    topic: 'Getting started',
    alsoAsked: 'sign up create open account join become member start registration steps',
    question: 'How do I open an account?',
    answer:
      'Press Register, enter your name, email and phone, and open the link we email you. Then pay the membership fee and send your identity document. You can bid once we approve it.',
    more: { to: paths.register, label: 'Register' },
  },
  {
    id: 'forgot-password',
    topic: 'Account and safety',
    alsoAsked: 'reset lost password cannot log in login locked out new password change',
    question: 'I forgot my password. What now?',
    answer:
      'On the sign-in page, press Forgot your password and enter your email. We send you a link that works once, for 30 minutes. If you know your password, change it in your profile.',
    more: { to: paths.logIn, label: 'Sign in' },
  },
  {
    id: 'no-email',
    topic: 'Account and safety',
    alsoAsked: 'confirmation mail not received did not get spam folder resend verify email link',
    question: 'I didn’t get your email. What should I do?',
    answer:
      'Check your spam folder and the email in your profile. To resend a confirmation email, use the notice at the top of every page. If nothing arrives, write to us.',
    more: { to: paths.contact, label: 'Contact' },
  },
  {
    id: 'referral-reward',
    topic: 'Account and safety',
    alsoAsked: 'refer a friend invite bonus referral code link credit program recommend',
    question: 'Do I get something for referring a friend?',
    answer:
      'The referral page says what the reward is today. A reward is credit that we apply to your next invoice, once the new member’s fee can no longer be refunded on request. You can’t refer yourself.',
    more: { to: paths.referralProgram, label: 'Refer a friend' },
  },
  {
    id: 'change-details',
    topic: 'Account and safety',
    alsoAsked: 'update edit email address phone name moved new address personal data profile',
    question: 'How do I change my email, phone or address?',
    answer:
      'In your profile. A new email takes effect when you open the link we send to it. Your name is checked against your document; write to us to change it.',
    more: { to: paths.profile, label: 'Profile' },
  },
  {
    id: 'second-factor',
    topic: 'Account and safety',
    alsoAsked: 'two factor 2fa authenticator authentication enable code security protect account safer',
    question: 'How do I protect my account?',
    answer:
      'Turn on two-factor authentication in your profile. Signing in then also asks for a code from an authenticator app. Your profile also lists every device that’s signed in, and you can sign each one out.',
    more: { to: paths.profile, label: 'Profile' },
  },
  {
    id: 'close-account',
    topic: 'Account and safety',
    alsoAsked: 'delete remove cancel membership account erase my data leave quit',
    question: 'How do I close my account?',
    answer:
      'At the bottom of your profile. You can’t close it while you’re the high bidder on an open lot or have an unpaid invoice. We delete everything the law doesn’t require us to keep.',
    more: { to: paths.profile, label: 'Profile' },
  },
  {
    id: 'my-data',
    topic: 'Account and safety',
    alsoAsked: 'export download copy personal data gdpr privacy information you store about me',
    question: 'How do I get a copy of my data?',
    answer: 'In your profile, under My data. You get one file with everything we hold about you.',
    more: { to: paths.privacy, label: 'Privacy' },
  },
  {
    id: 'contact',
    topic: 'Account and safety',
    alsoAsked:
      'reach talk speak human person agent support customer service phone call help write complaint opening hours office located location address where are you report problem bug website',
    question: 'How do I reach your team?',
    answer:
      'Write to us on the contact page. You get a reference by email and can follow the conversation there. We usually answer within one business day.',
    more: { to: paths.contact, label: 'Contact' },
  },
  {
    id: 'sell',
    topic: 'Getting started',
    alsoAsked: 'sell my car truck consign consignment list auction commission',
    question: 'Can I sell a vehicle with you?',
    answer:
      'We list vehicles for their sellers after talking to them. Write to us with the year, make, model, odometer reading, title and where it is.',
    more: { to: paths.contact, label: 'Contact' },
  },
  {
    id: 'one-account',
    topic: 'Getting started',
    alsoAsked: 'company business dealer several share two accounts multiple second friend relative family same login',
    question: 'Can I share an account or have two?',
    answer:
      'No. One person or company has one account, and you’re responsible for what’s done with yours. A company can open one in its own name.',
    more: { to: `${paths.terms}#account`, label: 'Terms: your account' },
  },
]
