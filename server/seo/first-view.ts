import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import type { FaqTopic, PageName } from '#contract/content/content.ts'
import { CONTENTS_FROM, PAGE_BANDS, topicId } from '#contract/content/page-layout.ts'
import type { Article, Block, Run } from '#contract/content/article.ts'
import { photoSources, photoUrl } from '#contract/lots/photos.ts'
import { t } from '#server/platform/language/text.ts'
import { escaped } from './escaped.ts'

/* What a page shows until its scripts have come, or where they are off: the words and the first photo of its screen, with the classes that
   the screen gives them (`web/pages`, `web/content`), so that nothing moves when it takes over. A journey compares the two. */

/** The address of a built file of the client, by its name in the source: `row-960.avif`. */
export type AssetOf = (name: string) => string

/** As `Article` in `web/pages` shows it, without its interactive parts. */
export function articleView(name: PageName, { title, lead, sections, language }: Article, assetOf: AssetOf): string {
  const band = PAGE_BANDS[name]
  const lang = language === undefined ? '' : ` lang="${language}"`
  const only =
    language === undefined ? '' : `<p class="mb-2 text-sm text-slate">${t`This text is only available in English.`}</p>`
  const parts = sections.map(
    ({ id, heading, blocks }) =>
      `<section id="${escaped(id)}" class="mt-10 scroll-mt-6"><h2 class="text-lg">${escaped(heading)}</h2>${blocksHtml(blocks)}</section>`,
  )
  const reading = 'mx-auto w-full max-w-[44rem] xl:col-start-2'
  return `<article${lang} class="mx-auto w-full max-w-[84rem] px-4 py-8 text-base sm:px-6 sm:py-12">
${band === undefined ? '' : bandHtml((width) => assetOf(`${band}-${width}.avif`))}
<div class="grid gap-x-10 xl:grid-cols-[minmax(0,1fr)_44rem_minmax(0,1fr)]">
<header class="${reading}${band === undefined ? '' : ' mt-8'}">${only}
${heading(title)}
<div class="${sections.length === 0 ? 'mt-6' : 'text-slate sm:text-lg'}">${blocksHtml(lead)}</div></header>
${sections.length < CONTENTS_FROM ? '' : contentsHtml(sections)}
<div class="${reading} xl:row-start-2">${parts.join('\n')}</div>
</div></article>`
}

/** As `web/support/faq-screen.tsx` shows it, without the search. */
export function faqView(title: string, topics: readonly FaqTopic[]): string {
  const sections = topics.map(({ title: topic, language, answers }) => {
    const entries = answers.map(
      ({ id, question, blocks }) =>
        `<details id="${escaped(id)}" class="scroll-mt-6 border-t border-line"><summary class="flex min-h-12 cursor-pointer list-none items-center py-2 font-semibold [&::-webkit-details-marker]:hidden">${escaped(question)}</summary><div class="pb-5 [&>:first-child]:mt-0">${blocksHtml(blocks)}</div></details>`,
    )
    const lang = language === undefined ? '' : ` lang="${language}"`
    return `<section${lang} id="${topicId(topic)}" class="mt-10 scroll-mt-6 first-of-type:mt-8"><h2 class="text-lg">${escaped(topic)}</h2><div class="mt-3 border-b border-line">${entries.join('')}</div></section>`
  })
  return `<div class="mx-auto grid w-full max-w-[84rem] gap-x-10 px-4 py-8 text-base sm:px-6 sm:py-12 xl:grid-cols-[minmax(0,1fr)_44rem_minmax(0,1fr)]">
<header class="mx-auto w-full max-w-[44rem] xl:col-start-2">${heading(title)}</header>
${contentsHtml(topics.map((topic) => ({ id: topicId(topic.title), heading: topic.title })))}
<div class="mx-auto mt-8 w-full max-w-[44rem] xl:col-start-2 xl:row-start-2"><div class="h-[4.5rem]"></div>${sections.join('\n')}</div>
</div>`
}

type Featured = { lotNumber: number; title: string; photo: string | undefined }

/** As `web/pages/home-hero.tsx` shows it to a visitor, without the search. */
export function heroView(featured: Featured | null, sizes: string): string {
  const lot =
    featured === null
      ? ''
      : `<div class="relative aspect-[3/2] overflow-hidden rounded-md bg-fog">${pictureHtml(featured.photo, sizes, '', 'absolute inset-0 size-full object-cover')}</div>
<a href="/lot/${featured.lotNumber}" class="mt-3 flex items-start gap-3">${plateHtml(featured.lotNumber, 'md')}<span class="min-w-0"><span class="block font-semibold">${escaped(featured.title)}</span><span class="block min-h-6"></span></span></a>`
  return `<div class="mx-auto w-full max-w-[84rem] px-4 sm:px-6">
<section class="grid grid-cols-1 gap-8 py-6 sm:py-10 lg:grid-cols-12 lg:items-center lg:gap-12">
<div class="lg:order-last lg:col-span-7">${lot}</div>
<div class="lg:col-span-5"><h1 class="text-2xl lg:text-3xl">${t`See every flaw and every fee before you bid`}</h1>
<p class="mt-4 max-w-[36rem] text-base text-slate sm:text-lg">${t`Used vehicles, auctioned online. After the close, anyone can verify the result.`}</p><div class="mt-6 min-h-14"></div></div>
</section></div>`
}

type LotHead = { lotNumber: number; title: string; photo: string | undefined }

/** The head of a lot's page: for a visitor as in `web/lots/lot-summary-page.tsx`, for a person who is signed in as in `lot-page.tsx`. */
export function lotView({ lotNumber, title, photo }: LotHead, sizes: string): string {
  const picture = pictureHtml(photo, sizes, title, 'size-full object-cover')
  const gallery = `<div class="lg:col-span-7"><div class="relative aspect-3/2 overflow-hidden bg-fog sm:rounded-md">${picture}</div></div>`
  const head = (size: keyof typeof PLATES, look: string) =>
    `<header class="${look} px-4 lg:col-span-5 lg:px-0"><div class="flex items-start gap-3">${plateHtml(lotNumber, size)}<h1 class="text-lg sm:text-xl">${escaped(title)}</h1></div></header>`
  return `<div data-for="visitors" class="mx-auto grid max-w-[84rem] grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-12 lg:px-6 lg:pt-6">${gallery}${head('lg', '')}</div>
<div data-for="signed-in" class="lg:mx-auto lg:max-w-[84rem] lg:px-6 lg:py-2"><div class="hidden min-h-11 lg:block"></div><div class="lg:mt-2 lg:grid lg:grid-cols-12 lg:gap-10">${gallery}${head('either', 'pt-3 lg:p-1')}</div></div>`
}

/** The head of an auction's page as `web/pages/auction-screen.tsx` shows it: what is being sold comes first for who may bid. */
export function auctionView(auction: { title: string; description: string; isLiveNow: boolean }): string {
  const reader = auction.isLiveNow ? ' data-for="visitors"' : ''
  const lead =
    auction.description === ''
      ? ''
      : `<div${reader} class="mt-3 max-w-[44rem] text-base wrap-anywhere text-slate sm:text-lg">${escaped(auction.description)}</div>`
  return `<div class="mx-auto w-full max-w-[84rem] px-4 py-8 sm:px-6 sm:py-12">${heading(auction.title)}${lead}</div>`
}

/** As `web/ui/plate.tsx` shows it. */
const PLATE =
  'condensed tabular items-center justify-center rounded-sm bg-plate font-bold tracking-wide text-plate-ink shadow-[inset_0_0_0_1.5px_var(--plate-ink)]'
const PLATES = {
  sm: 'h-6 min-w-10 px-1.5 text-xs',
  md: 'h-8 min-w-13 px-2 text-base',
  lg: 'h-11 min-w-18 px-3 text-xl',
  /** The one on a phone, the other from 64rem on. */
  either: 'h-8 min-w-13 px-2 text-base lg:h-11 lg:min-w-18 lg:px-3 lg:text-xl',
}

export function plateHtml(number: number, size: keyof typeof PLATES): string {
  return `<span class="${PLATE} inline-flex shrink-0 ${PLATES[size]}"><span class="sr-only">${t`Lot`} </span>${number}</span>`
}

/** The logo, or the name as a plate, where the header of `web/shell` has it. */
export function companyMark({ companyName, brand }: Pick<CompanyTerms, 'companyName' | 'brand'>): string {
  const mark =
    brand.logo === null
      ? `<span class="${PLATE} block max-w-56 min-w-0 truncate leading-8 ${PLATES.md}">${escaped(companyName.toUpperCase())}</span>`
      : `<img src="${escaped(brand.logo)}" alt="" class="h-8 max-w-48 object-contain object-left" />`
  const name = escaped(t`${{ companyName }} home`)
  return `<a href="/" aria-label="${name}" class="inline-flex min-h-11 min-w-0 items-center">${mark}</a>`
}

/** As `web/lots/picture.tsx` shows a photo; `isFirst`: one of the first of a page. */
export function pictureHtml(url: string | undefined, sizes: string, alt: string, look: string, isFirst = true): string {
  if (url === undefined) return ''
  const sources = photoSources(url)
  const best = sources
    .slice(0, -1)
    .map(({ type, srcSet }) => `<source type="${type}" srcset="${srcSet}" sizes="${sizes}" />`)
  const last = sources.at(-1)?.srcSet ?? ''
  return `<picture class="contents">${best.join('')}<img src="${escaped(photoUrl(url, 960))}" srcset="${escaped(last)}" sizes="${sizes}" width="1200" height="800" alt="${escaped(alt)}" ${isFirst ? 'fetchpriority="high"' : 'loading="lazy"'} decoding="async" class="bg-fog bg-cover bg-center ${look}" /></picture>`
}

/** As `web/pages/band.tsx` shows it. */
function bandHtml(photo: (width: 'tall' | '960' | '1600') => string): string {
  return `<picture class="block overflow-hidden rounded-md bg-fog"><source media="(max-width: 39.99rem)" srcset="${photo('tall')}" /><img src="${photo('960')}" srcset="${photo('960')} 960w, ${photo('1600')} 1600w" sizes="(min-width: 84rem) 81rem, 100vw" alt="" width="1600" height="500" class="aspect-3/2 w-full object-cover sm:aspect-16/5 lg:aspect-16/4" /></picture>`
}

function contentsHtml(sections: readonly { id: string; heading: string }[]): string {
  const items = sections.map(
    ({ id, heading: words }) =>
      `<li><a href="#${escaped(id)}" class="inline-flex min-h-11 items-center text-sm sm:min-h-9 hover:underline">${escaped(words)}</a></li>`,
  )
  return `<nav aria-label="${t`On this page`}" class="mx-auto mt-8 w-full max-w-[44rem] min-w-0 border-y border-line py-1 sm:py-3 xl:sticky xl:top-6 xl:col-start-1 xl:row-start-2 xl:mt-10 xl:self-start xl:border-0 xl:py-0"><ul class="gap-x-5 whitespace-nowrap -mx-1 overflow-x-auto px-1 max-sm:flex sm:columns-2 sm:gap-x-6 sm:whitespace-normal xl:columns-1">${items.join('')}</ul></nav>`
}

function heading(title: string): string {
  return `<h1 class="text-xl sm:text-2xl">${escaped(title)}</h1>`
}

function blocksHtml(blocks: readonly Block[]): string {
  return blocks.map(blockHtml).join('\n')
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'part':
      return ''
    case 'list': {
      const tag = block.ordered ? 'ol' : 'ul'
      const items = block.items.map((runs) => `<li class="break-words whitespace-pre-line">${runsHtml(runs)}</li>`)
      return `<${tag} class="mt-3 space-y-2 pl-5 ${block.ordered ? 'list-decimal' : 'list-disc'}">${items.join('')}</${tag}>`
    }
    case 'table': {
      const cells = (tag: string, row: readonly Run[][]) =>
        row.map((runs) => `<${tag}>${runsHtml(runs)}</${tag}>`).join('')
      const rows = block.rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')
      return `<table class="mt-4"><thead><tr>${cells('th', block.head)}</tr></thead><tbody>${rows}</tbody></table>`
    }
    case 'heading':
      return `<h3 class="mt-6 text-base">${runsHtml(block.runs)}</h3>`
    case 'quote':
      return `<blockquote class="mt-4 border-l-4 border-line pl-4 break-words whitespace-pre-line">${runsHtml(block.runs)}</blockquote>`
    case 'paragraph':
      return `<p class="mt-3 break-words whitespace-pre-line">${runsHtml(block.runs)}</p>`
  }
}

function runsHtml(runs: readonly Run[]): string {
  return runs
    .map(({ text, bold, italic, code, href }) => {
      let html = escaped(text)
      if (code === true) html = `<code class="rounded-sm bg-fog px-1 whitespace-pre-wrap">${html}</code>`
      if (italic === true) html = `<em>${html}</em>`
      if (bold === true) html = `<strong class="font-semibold">${html}</strong>`
      return href === undefined
        ? html
        : `<a class="text-notice underline underline-offset-4" href="${escaped(href)}">${html}</a>`
    })
    .join('')
}
