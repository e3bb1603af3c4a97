import type { CompanyTerms } from '#contract/auctions/auctions.ts'
import { t } from '#server/platform/language/text.ts'
import type { Article, Block, Run } from '#contract/content/article.ts'
import type { FaqTopic } from '#contract/content/content.ts'
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

/** What a page says without scripts, in the language of the call: to people who turned them off, and to programs that read pages. */
export function pageBody(content: string): string {
  const items = links().map(([path, label]) => `<li><a class="underline" href="${path}">${label}</a></li>`)
  return `<main class="mx-auto max-w-[44rem] px-4 py-8">
${content}
<p class="mt-8">${t`Live prices and bidding need JavaScript. Turn it on in your browser, then reload this page.`}</p>
<nav class="mt-8" aria-label="${t`Pages`}"><ul>${items.join('')}</ul></nav>
</main>`
}

/** The logo, or the name as a plate, where the header of `web/shell` has it: nothing moves when that is drawn. */
export function companyMark({ companyName, brand }: Pick<CompanyTerms, 'companyName' | 'brand'>): string {
  const mark =
    brand.logo === null
      ? `<span class="condensed tabular items-center justify-center rounded-sm bg-plate font-bold tracking-wide text-plate-ink shadow-[inset_0_0_0_1.5px_var(--plate-ink)] block max-w-56 min-w-0 truncate leading-8 h-8 min-w-13 px-2 text-base">${escaped(companyName.toUpperCase())}</span>`
      : `<img src="${escaped(brand.logo)}" alt="" class="h-8 max-w-48 object-contain object-left" />`
  const name = escaped(t`${{ companyName }} home`)
  return `<a href="/" aria-label="${name}" class="inline-flex min-h-11 min-w-0 items-center">${mark}</a>`
}

export function plainBody(title: string, text: string): string {
  return `${heading(title)}\n<p class="mt-3">${escaped(text)}</p>`
}

export function articleBody({ title, lead, sections, language }: Article): string {
  const text = [
    heading(title),
    blocksHtml(lead),
    ...sections.map(
      ({ id, heading: head, blocks }) =>
        `<section class="mt-10" id="${escaped(id)}"><h2 class="text-lg">${escaped(head)}</h2>${blocksHtml(blocks)}</section>`,
    ),
  ].join('\n')
  return language === undefined
    ? text
    : `<p>${t`This text is only available in English.`}</p>\n<div lang="${language}">${text}</div>`
}

export function faqBody(title: string, topics: readonly FaqTopic[]): string {
  const answers = ({ answers: all }: FaqTopic) =>
    all.map(
      ({ id, question, blocks }) =>
        `<h3 id="${escaped(id)}" class="mt-6">${escaped(question)}</h3>${blocksHtml(blocks)}`,
    )
  return [
    heading(title),
    ...topics.map(
      (topic) =>
        `<section class="mt-10"${topic.language === undefined ? '' : ` lang="${topic.language}"`}><h2 class="text-lg">${escaped(topic.title)}</h2>${answers(topic).join('\n')}</section>`,
    ),
  ].join('\n')
}

/** A list of links to pages of ours. */
export function listBody(title: string, items: readonly { path: string; label: string }[]): string {
  if (items.length === 0) return ''
  const entries = items.map(
    ({ path, label }) => `<li><a class="underline" href="${escaped(path)}">${escaped(label)}</a></li>`,
  )
  return `<h2 class="text-lg">${escaped(title)}</h2><ul class="mt-3">${entries.join('')}</ul>`
}

function heading(title: string): string {
  return `<h1 class="text-xl">${escaped(title)}</h1>`
}

function blocksHtml(blocks: readonly Block[]): string {
  return blocks.map(blockHtml).join('\n')
}

function blockHtml(block: Block): string {
  if (block.kind === 'part') return ''
  if (block.kind === 'list') {
    const tag = block.ordered ? 'ol' : 'ul'
    return `<${tag} class="mt-3 list-disc pl-5">${block.items.map((runs) => `<li>${runsHtml(runs)}</li>`).join('')}</${tag}>`
  }
  if (block.kind === 'table') {
    const cells = (tag: string, row: readonly Run[][]) =>
      row.map((runs) => `<${tag}>${runsHtml(runs)}</${tag}>`).join('')
    const rows = block.rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')
    return `<table class="mt-4"><thead><tr>${cells('th', block.head)}</tr></thead><tbody>${rows}</tbody></table>`
  }
  const tag = block.kind === 'heading' ? 'h3' : block.kind === 'quote' ? 'blockquote' : 'p'
  return `<${tag} class="mt-3">${runsHtml(block.runs)}</${tag}>`
}

function runsHtml(runs: readonly Run[]): string {
  return runs
    .map(({ text, bold, italic, code, href }) => {
      let html = escaped(text).replaceAll('\n', '<br />')
      if (code === true) html = `<code>${html}</code>`
      if (italic === true) html = `<em>${html}</em>`
      if (bold === true) html = `<strong>${html}</strong>`
      return href === undefined ? html : `<a class="underline" href="${escaped(href)}">${html}</a>`
    })
    .join('')
}
