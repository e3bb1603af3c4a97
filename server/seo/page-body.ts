import type { CompanyTerms } from '#contract/auctions/auctions.ts'
import type { Article, Block, Run } from '#contract/content/article.ts'
import type { FaqTopic } from '#contract/content/content.ts'
import { escaped } from './escaped.ts'

/** The pages that every page leads to, in the words of the footer. */
const LINKS: readonly (readonly [path: string, label: string])[] = [
  ['/', 'Auctions'],
  ['/how-it-works', 'How it works'],
  ['/bidding-guide', 'Bidding guide and fees'],
  ['/autobid', 'Auto-bid'],
  ['/support', 'Support'],
  ['/faq', 'FAQ'],
  ['/contact', 'Contact'],
  ['/message-status', 'Message status'],
  ['/about', 'About'],
  ['/referral-program', 'Refer a friend'],
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
  ['/refund', 'Refunds'],
  ['/auth', 'Sign in'],
  ['/register', 'Register'],
]

/** What a page says without scripts: to people who turned them off, and to programs that read pages. */
export function pageBody(content: string): string {
  const links = LINKS.map(([path, label]) => `<li><a class="underline" href="${path}">${label}</a></li>`).join('')
  return `<main class="mx-auto max-w-[44rem] px-4 py-8">
${content}
<p class="mt-8">Live prices and bidding need JavaScript. Turn it on in your browser, then reload this page.</p>
<nav class="mt-8" aria-label="Pages"><ul>${links}</ul></nav>
</main>`
}

/** The logo, or the name as a plate, where the header of `web/shell` has it: nothing moves when that is drawn. */
export function companyMark({ companyName, brand }: Pick<CompanyTerms, 'companyName' | 'brand'>): string {
  const mark =
    brand.logo === null
      ? `<span class="condensed tabular items-center justify-center rounded-sm bg-plate font-bold tracking-wide text-plate-ink shadow-[inset_0_0_0_1.5px_var(--plate-ink)] block max-w-56 min-w-0 truncate leading-8 h-8 min-w-13 px-2 text-base">${escaped(companyName.toUpperCase())}</span>`
      : `<img src="${escaped(brand.logo)}" alt="" class="h-8 max-w-48 object-contain object-left" />`
  const name = escaped(`${companyName} home`)
  return `<a href="/" aria-label="${name}" class="inline-flex min-h-11 min-w-0 items-center">${mark}</a>`
}

export function plainBody(title: string, text: string): string {
  return `${heading(title)}\n<p class="mt-3">${escaped(text)}</p>`
}

export function articleBody({ title, lead, sections }: Article, banner: readonly Block[] = []): string {
  return [
    blocksHtml(banner),
    heading(title),
    blocksHtml(lead),
    ...sections.map(
      ({ id, heading: head, blocks }) =>
        `<section class="mt-10" id="${escaped(id)}"><h2 class="text-lg">${escaped(head)}</h2>${blocksHtml(blocks)}</section>`,
    ),
  ].join('\n')
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
        `<section class="mt-10"><h2 class="text-lg">${escaped(topic.title)}</h2>${answers(topic).join('\n')}</section>`,
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
