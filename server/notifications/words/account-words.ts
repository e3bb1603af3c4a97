import { CLAIM_DAYS } from '#contract/accounts/accounts.ts'
import { words, type Say } from './notice-words.ts'
import { sentence } from './text.ts'

type AccountKind =
  | 'email-confirmation'
  | 'password-reset'
  | 'staff-invitation'
  | 'test-email'
  | 'account-security'
  | 'account-suspended'
  | 'address-taken'
  | 'document-decided'
  | 'ticket-reply'

export const ACCOUNT_WORDS: Say<AccountKind> = {
  'email-confirmation': ({ link }) =>
    words('Confirm your email address', 'Confirm that this email address is yours.', {
      more: [
        'If you didn’t sign up with us, you can ignore this email. We won’t use the address.',
        `A new account whose email isn’t confirmed within ${CLAIM_DAYS} days is deleted.`,
      ],
      action: { label: 'Confirm email address', path: link },
    }),
  'password-reset': ({ link }) =>
    words('Choose a new password', 'We got a request to reset the password of your account.', {
      more: [
        'The link works once, for 30 minutes. Setting a new password signs you out everywhere else.',
        'If you didn’t ask for this, you can ignore this email. Your password stays the same.',
      ],
      action: { label: 'Choose a new password', path: link },
    }),
  'staff-invitation': ({ link, roles, by, days }) =>
    words('You’re invited to join our team', `${by} invited you to our staff administration. Your role: ${roles}.`, {
      more: [
        'You choose a password and set up two-factor authentication.',
        `The link works once, for ${days} days.`,
        'If you didn’t expect this, you can ignore this email.',
      ],
      action: { label: 'Accept invitation', path: link },
    }),
  'test-email': ({ from }) =>
    words('Test email', 'You sent this to check that our email works. It does.', {
      more: ['There’s nothing to do.'],
      facts: from === null ? [] : [['Sent from', from]],
      action: { label: 'Open administration', path: '/admin' },
    }),
  'account-security': ({ what }) =>
    words('A change to your account’s security', what, {
      more: [
        'If this was you, there’s nothing to do. If it wasn’t, change your password now and contact us. We never ask for your password.',
      ],
      action: { label: 'Review your account', path: '/profile' },
    }),
  'account-suspended': ({ voided, cause }) =>
    words(
      'Your account is suspended',
      voided.length === 0
        ? 'You can’t bid while your account is suspended.'
        : 'You can’t bid while your account is suspended, and we voided your bids on lots that are still open.',
      {
        more: [
          ...(voided.length === 0 ? [] : ['If your account is reactivated, those bids stay voided.']),
          'You can still sign in, read your invoices and pay them.',
          'If you think this is a mistake, contact our team.',
        ],
        facts: voided.map(({ lotNumber, title }): [string, string] => [
          `Lot ${lotNumber}`,
          `${title}. ${sentence(cause)}`,
        ]),
        action: { label: 'View invoices', path: '/invoices' },
      },
    ),
  'address-taken': ({ attempt }) =>
    words(
      'Someone tried to use your email address',
      attempt === 'register'
        ? 'Someone tried to open an account with your email address. You already have one, so we didn’t open another.'
        : 'Someone tried to move another account to your email address. We didn’t allow it.',
      {
        more: [
          'If this was you, sign in with this address. If you forgot your password, choose a new one there.',
          'If it wasn’t you, there’s nothing to do. Your account is unchanged.',
        ],
        action: { label: 'Sign in', path: '/auth' },
      },
    ),
  'document-decided': ({ decision, reason, waits }) => {
    const because = reason === null ? '' : `The reason: ${sentence(reason)}`
    switch (decision) {
      case 'approved':
        if (waits === true)
          return words('You’re verified', 'We checked your document and everything is in order.', {
            more: [
              'Our team approves new members before their first bid. You can look around and watch lots until then.',
            ],
            action: { label: 'See upcoming auctions', path: '/calendar' },
          })
        return words('You’re verified', 'We checked your document and everything is in order. You can bid now.', {
          action: { label: 'See upcoming auctions', path: '/calendar' },
        })
      case 'asked-again':
        return words('Please send your document again', because || 'We couldn’t read it well enough to check it.', {
          more: ['Nothing was rejected. Send a new photo or scan, and our team checks it again.'],
          action: { label: 'Send your document', path: '/verification' },
        })
      case 'rejected':
        return words('We couldn’t accept your document', because || 'Please send another document.', {
          more: ['You can send another document right away. Our team checks it again.'],
          action: { label: 'Send another document', path: '/verification' },
        })
      case 'rejected-finally':
        return words('We couldn’t verify your identity', because || 'You can’t send another document.', {
          more: [
            'This decision is final. If you paid the membership fee, we’re refunding it.',
            'If you think this is a mistake, contact our team.',
          ],
          action: { label: 'Contact us', path: '/contact' },
        })
    }
  },
  'ticket-reply': ({ reference, subject, what, text, link, replyTo }) =>
    what === 'received'
      ? words(`We got your message [${reference}]`, 'Our team will reply by email, usually within one business day.', {
          more: ['If you didn’t write to us, you can ignore this email.'],
          facts: [['Reference', reference]],
          action: { label: 'View your message', path: link },
          replyTo,
        })
      : words(
          `${subject === null ? 'We replied to your message' : `Re: ${subject}`} [${reference}]`,
          text ?? 'Our team replied to your message.',
          {
            more: [replyTo === null ? 'Reply on the page below.' : 'Reply to this email, or on the page below.'],
            facts: [['Reference', reference]],
            action: { label: 'View the conversation', path: link },
            replyTo,
          },
        ),
}
