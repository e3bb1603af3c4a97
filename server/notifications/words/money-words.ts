import { localeNow, t, translated } from '#server/platform/language/text.ts'
import { dateWords } from '#contract/platform/days.ts'
import type { Notices } from '#server/platform/notices.ts'
import { moneyText as exactly } from '#server/platform/money-text.ts'
import { words, type Say, type Words } from './notice-words.ts'
import { moment, sentence } from './text.ts'
import { named } from './lot-words.ts'

const invoicePath = (invoiceId: string) => `/invoices?invoice=${invoiceId}`

export const MONEY_WORDS = {
  'fee-receipt': ({ amount, currency }) =>
    words(
      t`Receipt for your membership fee`,
      t`We received ${{ amount: exactly(amount, currency) }}. You’re a member now.`,
      {
        more: [t`Next, we verify your identity. Then you can bid. The receipt is on your membership page.`],
        facts: [[t`Membership fee`, exactly(amount, currency)]],
        action: { label: t`Verify your identity`, path: '/verification' },
      },
    ),
  'refund-sent': ({ amount, currency, what, reason, invoiceId, membershipEnded, byBank = false }) => {
    const sum = exactly(amount, currency)
    return words(
      t`We refunded ${{ sum }}`,
      t`${{ sum }} for “${{ what: translated(what) }}” is on its way back to you.`,
      {
        more: [
          sentence(translated(reason)),
          byBank
            ? t`We sent it by bank transfer. Depending on your bank, it can take a few days to arrive.`
            : t`It goes back the way you paid. Depending on your bank, it can take a few days to arrive.`,
          ...(membershipEnded ? [t`Your membership has ended. You can pay the fee again at any time.`] : []),
        ],
        facts: [
          [t`For`, translated(what)],
          [t`Refund`, sum],
        ],
        action: invoiceId === null ? null : { label: t`View invoice`, path: invoicePath(invoiceId) },
      },
    )
  },
  'payment-news': paymentNews,
  invoice: ({ invoiceId, number, subject, total, currency, reminder = false, ...due }, timeZone) =>
    words(
      reminder ? t`Invoice ${{ number }} is due soon` : t`Invoice ${{ number }}`,
      forSubject(
        subject,
        (what) =>
          t`${{ total: exactly(total, currency) }} for ${{ what }}, is due by ${{ due: dueText(due, timeZone) }}.`,
        () => t`${{ total: exactly(total, currency) }} is due by ${{ due: dueText(due, timeZone) }}.`,
      ),
      {
        more: [t`The invoice lists every line, and every charge that can still come.`],
        facts: [
          [t`Invoice`, number],
          [reminder ? t`Balance due` : t`Total`, exactly(total, currency)],
          [t`Due by`, dueText(due, timeZone)],
        ],
        action: { label: t`View and pay invoice`, path: invoicePath(invoiceId) },
      },
    ),
  'invoice-overdue': ({ invoiceId, number, subject, owed, lateFee, currency, ...due }, timeZone) =>
    words(
      t`Invoice ${{ number }} is overdue`,
      forSubject(
        subject,
        (what) =>
          t`${{ owed: exactly(owed, currency) }} for ${{ what }}, was due on ${{ due: dueText(due, timeZone) }} and hasn’t been paid.`,
        () =>
          t`${{ owed: exactly(owed, currency) }} was due on ${{ due: dueText(due, timeZone) }} and hasn’t been paid.`,
      ),
      {
        more: [t`If you’ve already paid, thank you. A bank transfer can take a day or two to reach us.`],
        facts: [
          [t`Invoice`, number],
          [t`Balance due`, exactly(owed, currency)],
          ...(lateFee === 0 ? [] : [[t`Late fee`, exactly(lateFee, currency)] as [string, string]]),
        ],
        action: { label: t`Pay invoice`, path: invoicePath(invoiceId) },
      },
    ),
  'invoice-paid': ({ invoiceId, number, subject, total, currency, pickup }) =>
    words(
      t`Invoice ${{ number }} is paid`,
      forSubject(
        subject,
        (what) => t`We received ${{ total: exactly(total, currency) }} in full for ${{ what }}. Thank you.`,
        () => t`We received ${{ total: exactly(total, currency) }} in full. Thank you.`,
      ),
      {
        ...(pickup === undefined
          ? {}
          : {
              more: [
                t`You can pick up the vehicle now. If a carrier does, tell us its name first; it needs the invoice number.`,
              ],
            }),
        facts: [
          [t`Invoice`, number],
          ...(pickup === undefined ? [] : [[t`Pick up at`, pickup.at] as [string, string]]),
          ...(pickup?.freeUntil == null
            ? []
            : [[t`Storage is free until`, dateWords(pickup.freeUntil, localeNow())] as [string, string]]),
        ],
        action: { label: t`View invoice`, path: invoicePath(invoiceId) },
      },
    ),
  'payment-received': ({ invoiceId, number, subject, amount, owed, currency, ...due }, timeZone) =>
    words(
      t`We received ${{ amount: exactly(amount, currency) }} for invoice ${{ number }}`,
      forSubject(
        subject,
        (what) =>
          t`Thank you. ${{ owed: exactly(owed, currency) }} for ${{ what }}, is still due by ${{ due: dueText(due, timeZone) }}.`,
        () => t`Thank you. ${{ owed: exactly(owed, currency) }} is still due by ${{ due: dueText(due, timeZone) }}.`,
      ),
      {
        facts: [
          [t`Invoice`, number],
          [t`Received`, exactly(amount, currency)],
          [t`Balance due`, exactly(owed, currency)],
          [t`Due by`, dueText(due, timeZone)],
        ],
        action: { label: t`Pay the balance`, path: invoicePath(invoiceId) },
      },
    ),
  credit: ({ amount, currency, why, owedAgain = 0 }) => {
    const sum = exactly(amount, currency)
    if (why === 'referral') return rewardWords(sum)
    if (why !== undefined) return reversedWords(why, sum, owedAgain === 0 ? null : exactly(owedAgain, currency))
    return words(t`You have ${{ sum }} of credit`, t`Your bank transfer was ${{ sum }} more than you owed.`, {
      more: [t`We use it for your next invoice. If you want it back instead, ask for it on your invoices page.`],
      facts: [[t`Credit`, sum]],
      action: { label: t`See your credit`, path: '/invoices' },
    })
  },
  'credit-note': creditNoteWords,
} satisfies Partial<Say>

/** The sentence with what an invoice charges, or without it for a notice that doesn't know. */
function forSubject(
  subject: Notices['invoice']['subject'],
  withSubject: (what: string) => string,
  without: () => string,
): string {
  if (subject === undefined) return without()
  const { kind, lotNumber, title } = subject
  const lot = lotNumber === null ? title : named({ lotNumber, title })
  if (kind === 'storage') return withSubject(t`storage of ${{ lot }}`)
  return withSubject(kind === 'late-fee' ? t`the late fee on ${{ lot }}` : lot)
}

function creditNoteWords(facts: Notices['credit-note']): Words {
  const {
    invoiceId,
    number,
    subject,
    creditNote,
    total,
    owed,
    refund,
    toCredit = 0,
    cancelled,
    reason,
    currency,
  } = facts
  const sum = exactly(total, currency)
  return words(
    cancelled ? t`Invoice ${{ number }} is canceled` : t`Credit note ${{ creditNote }} for invoice ${{ number }}`,
    cancelled
      ? forSubject(
          subject,
          (what) =>
            t`We canceled the invoice for ${{ what }}, with credit note ${{ creditNote }}. You owe nothing for it.`,
          () => t`We canceled the invoice with credit note ${{ creditNote }}. You owe nothing for it.`,
        )
      : forSubject(
          subject,
          (what) => t`We took ${{ total: sum }} off the invoice for ${{ what }}.`,
          () => t`We took ${{ total: sum }} off the invoice.`,
        ),
    {
      more: [sentence(translated(reason))],
      facts: [
        [t`Credit note`, creditNote],
        [t`Credit`, sum],
        ...(refund === 0 ? [] : [[t`To be refunded`, exactly(refund, currency)] as [string, string]]),
        ...(toCredit === 0 ? [] : [[t`Returned to your credit`, exactly(toCredit, currency)] as [string, string]]),
        ...(cancelled ? [] : [[t`Balance due`, exactly(owed, currency)] as [string, string]]),
      ],
      action: { label: t`View invoice`, path: invoicePath(invoiceId) },
    },
  )
}

function rewardWords(sum: string): Words {
  return words(
    t`You earned ${{ sum }} of credit`,
    t`Someone you referred joined, and your reward of ${{ sum }} is ready.`,
    {
      more: [t`We apply it to your next invoice automatically.`],
      facts: [[t`Credit`, sum]],
      action: { label: t`See your referrals`, path: '/referral-program' },
    },
  )
}

/** `owedAgain`: the part that had paid invoices; null: none of it was used. */
function reversedWords(why: 'reversed' | 'fee-refunded', sum: string, owedAgain: string | null): Words {
  const lead =
    why === 'reversed'
      ? t`A referral reward of ${{ sum }} didn’t meet the rules of the program.`
      : t`The membership fee behind a referral reward of ${{ sum }} was refunded, so we took the reward back.`
  return words(t`We reversed a referral reward`, lead, {
    more: [
      owedAgain === null
        ? t`We took it off your credit.`
        : t`${{ owedAgain }} of it had paid an invoice. That amount is due again.`,
      t`If you think this is wrong, contact us and we’ll check it.`,
    ],
    facts: [[t`Reward`, sum]],
    action:
      owedAgain === null ? { label: t`Contact us`, path: '/contact' } : { label: t`See what’s due`, path: '/invoices' },
  })
}

function paymentNews({ news, amount, currency, what, invoiceId }: Notices['payment-news']): Words {
  const sum = exactly(amount, currency)
  const path = invoiceId === null ? '/payment' : invoicePath(invoiceId)
  const facts: Words['facts'] = [
    [t`For`, translated(what)],
    [t`Amount`, sum],
  ]
  switch (news) {
    case 'failed':
      return words(t`Your payment didn’t go through`, t`Your bank didn’t complete the payment of ${{ sum }}.`, {
        more: [t`You weren’t charged, and the amount is still due.`],
        facts,
        action: { label: t`Pay another way`, path },
      })
    case 'undone':
      return words(
        t`We corrected a payment`,
        t`We counted a bank transfer of ${{ sum }} as yours by mistake and took it off.`,
        {
          more: [t`What it had paid is due again. If you did send this transfer, contact us and we’ll check it.`],
          facts,
          action: { label: t`See what’s due`, path },
        },
      )
    case 'disputed':
      return words(t`Your bank is reviewing a payment`, t`Your bank is holding ${{ sum }} that you paid us.`, {
        more: [
          t`You or your bank disputed the payment. Nothing changes for you until the bank decides, and we keep any vehicle it paid for until then.`,
          t`If you didn’t mean to dispute it, tell your bank. That closes the case.`,
        ],
        facts,
        action: { label: t`See the payment`, path },
      })
    case 'dispute-won':
      return words(t`Your payment stands`, t`Your bank decided that the payment of ${{ sum }} was correct.`, { facts })
    case 'dispute-lost':
      return words(t`Your bank reversed a payment`, t`Your bank returned ${{ sum }} to you.`, {
        more: [
          invoiceId === null
            ? t`Your membership ends with the fee. You can pay it again at any time.`
            : t`The invoice is due again, without an extra fee.`,
        ],
        facts,
        action: { label: invoiceId === null ? t`See the membership fee` : t`View and pay invoice`, path },
      })
  }
}

function dueText({ dueOn, dueAt }: { dueOn?: string; dueAt: number }, timeZone: string): string {
  return dueOn === undefined ? moment(dueAt, timeZone) : dateWords(dueOn, localeNow())
}
