import { t } from '#server/platform/language/text.ts'
import { escaped } from './escaped.ts'

/** The pages that every page leads to, in the words of the footer. */
const links = (): [path: string, label: string][] => [
  ['/', t`Auctions`],
  ['/how-it-works', t`How it works`],
  ['/bidding-guide', t`Bidding guide and fees`],
  ['/autobid', t`Auto-bid`],
  ['/support', t`Support`],
  ['/faq', t`FAQ`],
  ['/contact', t`Contact`],
  ['/message-status', t`Message status`],
  ['/about', t`About`],
  ['/referral-program', t`Refer a friend`],
  ['/terms', t`Terms`],
  ['/privacy', t`Privacy`],
  ['/refund', t`Refunds`],
  ['/auth', t`Sign in`],
  ['/register', t`Register`],
]

/**
 * What a page holds before its scripts have come. `view`: what it shows then, to everyone or only to visitors; null: a page that shows
 * nothing yet. `more`: what only people without scripts, and programs that read pages, see. In the language of the call.
 */
export type PageBody = { view: { html: string; for: 'everyone' | 'visitors' } | null; more: string }

/** The content of the page's root, below its header. */
export function pageBody({ view, more }: PageBody): string {
  const items = links().map(([path, label]) => `<li><a class="underline" href="${path}">${label}</a></li>`)
  const shown =
    view === null ? '' : `<main data-first-view="${view.for}" class="min-h-[calc(100dvh-4rem-1px)]">${view.html}</main>`
  return `${shown}<noscript><div class="mx-auto max-w-[44rem] px-4 py-8">
${more}
<p class="mt-8">${t`Live prices and bidding need JavaScript. Turn it on in your browser, then reload this page.`}</p>
<nav class="mt-8" aria-label="${t`Pages`}"><ul>${items.join('')}</ul></nav>
</div></noscript>`
}

export function plainBody(title: string, text: string): string {
  return `<h1 class="text-xl">${escaped(title)}</h1>\n<p class="mt-3">${escaped(text)}</p>`
}

/** A list of links to pages of ours. */
export function listBody(title: string, items: readonly { path: string; label: string }[]): string {
  if (items.length === 0) return ''
  const entries = items.map(
    ({ path, label }) => `<li><a class="underline" href="${escaped(path)}">${escaped(label)}</a></li>`,
  )
  return `<h2 class="text-lg">${escaped(title)}</h2><ul class="mt-3">${entries.join('')}</ul>`
}
