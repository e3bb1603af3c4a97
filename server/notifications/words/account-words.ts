import { t, translated } from '#server/platform/language/text.ts'
import { CLAIM_DAYS } from '#contract/accounts/accounts.ts'
import { words, type Say } from './notice-words.ts'
import { sentence } from './text.ts'

export const ACCOUNT_WORDS = {
  'email-confirmation': ({ link }) =>
    words(t`Confirm your email address`, t`Confirm that this email address is yours.`, {
      more: [
        t`If you didn’t sign up with us, you can ignore this email. We won’t use the address.`,
        t`A new account whose email isn’t confirmed within ${{ CLAIM_DAYS }} days is deleted.`,
      ],
      action: { label: t`Confirm email address`, path: link },
    }),
  'password-reset': ({ link }) =>
    words(t`Choose a new password`, t`We got a request to reset the password of your account.`, {
      more: [
        t`The link works once, for 30 minutes. Setting a new password signs you out everywhere else.`,
        t`If you didn’t ask for this, you can ignore this email. Your password stays the same.`,
      ],
      action: { label: t`Choose a new password`, path: link },
    }),
  'staff-invitation': ({ link, roles, by, days }) =>
    words(
      t`You’re invited to join our team`,
      t`${{ by }} invited you to our staff administration. Your role: ${{ roles }}.`,
      {
        more: [
          t`You choose a password and set up two-factor authentication.`,
          t`The link works once, for ${{ days }} days.`,
          t`If you didn’t expect this, you can ignore this email.`,
        ],
        action: { label: t`Accept invitation`, path: link },
      },
    ),
  'test-email': ({ from }) =>
    words(t`Test email`, t`You sent this to check that our email works. It does.`, {
      more: [t`There’s nothing to do.`],
      facts: from === null ? [] : [[t`Sent from`, from]],
      action: { label: t`Open administration`, path: '/admin' },
    }),
  'account-security': ({ what, closed }) =>
    closed === true
      ? words(t`Your account is closed`, translated(what), {
          more: [t`If you didn’t close it, contact us.`],
          action: { label: t`Contact us`, path: '/contact' },
        })
      : words(t`A change to your account’s security`, translated(what), {
          more: [
            t`If this was you, there’s nothing to do. If it wasn’t, change your password now and contact us. We never ask for your password.`,
          ],
          action: { label: t`Review your account`, path: '/profile' },
        }),
  'account-suspended': ({ voided, cause }) =>
    words(
      t`Your account is suspended`,
      voided.length === 0
        ? t`You can’t bid while your account is suspended.`
        : t`You can’t bid while your account is suspended, and we voided your bids on lots that are still open.`,
      {
        more: [
          ...(voided.length === 0 ? [] : [t`If your account is reactivated, those bids stay voided.`]),
          t`You can still sign in, read your invoices and pay them.`,
          t`If you think this is a mistake, contact our team.`,
        ],
        facts: voided.map(({ lotNumber, title }): [string, string] => [
          t`Lot ${{ lotNumber }}`,
          `${title}. ${sentence(translated(cause))}`,
        ]),
        action: { label: t`View invoices`, path: '/invoices' },
      },
    ),
  'address-taken': ({ attempt }) =>
    words(
      t`Someone tried to use your email address`,
      attempt === 'register'
        ? t`Someone tried to open an account with your email address. You already have one, so we didn’t open another.`
        : t`Someone tried to move another account to your email address. We didn’t allow it.`,
      {
        more: [
          t`If this was you, sign in with this address. If you forgot your password, choose a new one there.`,
          t`If it wasn’t you, there’s nothing to do. Your account is unchanged.`,
        ],
        action: { label: t`Sign in`, path: '/auth' },
      },
    ),
  'document-decided': ({ decision, reason, waits }) => {
    const because = reason === null ? '' : t`The reason: ${{ reason: sentence(translated(reason)) }}`
    switch (decision) {
      case 'approved':
        if (waits === true)
          return words(t`You’re verified`, t`We checked your document and everything is in order.`, {
            more: [
              t`Our team approves new members before their first bid. You can look around and watch lots until then.`,
            ],
            action: { label: t`See upcoming auctions`, path: '/calendar' },
          })
        return words(t`You’re verified`, t`We checked your document and everything is in order. You can bid now.`, {
          action: { label: t`See upcoming auctions`, path: '/calendar' },
        })
      case 'asked-again':
        return words(t`Please send your document again`, because || t`We couldn’t read it well enough to check it.`, {
          more: [t`Nothing was rejected. Send a new photo or scan, and our team checks it again.`],
          action: { label: t`Send your document`, path: '/verification' },
        })
      case 'rejected':
        return words(t`We couldn’t accept your document`, because || t`Please send another document.`, {
          more: [t`You can send another document right away. Our team checks it again.`],
          action: { label: t`Send another document`, path: '/verification' },
        })
      case 'rejected-finally':
        return words(t`We couldn’t verify your identity`, because || t`You can’t send another document.`, {
          more: [
            t`This decision is final. If you paid the membership fee, we’re refunding it.`,
            t`If you think this is a mistake, contact our team.`,
          ],
          action: { label: t`Contact us`, path: '/contact' },
        })
    }
  },
  'ticket-reply': ({ reference, subject, what, text, link, replyTo }) =>
    what === 'received'
      ? words(
          t`We got your message [${{ reference }}]`,
          t`Our team will reply by email, usually within one business day.`,
          {
            more: [t`If you didn’t write to us, you can ignore this email.`],
            facts: [[t`Reference`, reference]],
            action: { label: t`View your message`, path: link },
            replyTo,
          },
        )
      : words(
          `${subject === null ? t`We replied to your message` : t`Re: ${{ subject }}`} [${reference}]`,
          text ?? t`Our team replied to your message.`,
          {
            more: [replyTo === null ? t`Reply on the page below.` : t`Reply to this email, or on the page below.`],
            facts: [[t`Reference`, reference]],
            action: { label: t`View the conversation`, path: link },
            replyTo,
          },
        ),
} satisfies Partial<Say>
