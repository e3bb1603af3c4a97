import type { FoundLot, SearchReply } from '#contract/catalog/catalog.ts'
import { VALUE_FACETS, type ValueFacet } from '#contract/catalog/facets.ts'
import { type AskedSearch, searchIn, withoutPrices } from '#contract/catalog/search-query.ts'
import { labelOf as wordOf } from '#contract/lots/vocabulary.ts'
import { firstSearch, FOUND_SIZES } from '#contract/seo/first-answers.ts'
import { openSearch } from '#server/catalog/answer-search.ts'
import type { App } from '#server/platform/app.ts'
import { localeNow, plural, t, translated } from '#server/platform/language/text.ts'
import { escaped } from './escaped.ts'
import { pictureHtml, plateHtml } from './first-view.ts'
import { firstPhoto, type Shown } from './head-tags.ts'
import { listBody, plainBody } from './page-body.ts'
import type { PageWords } from './page-words.ts'

/** In the first view: what a phone shows without scrolling. */
const LOTS_SHOWN = 4
/** Of these, those whose photos come first. */
const FIRST_PHOTOS = 2

type OpenResults = { asked: AskedSearch; reply: SearchReply }

/** A search as everyone may ask it, as the query of an address. */
export function openQuery(asked: AskedSearch): string {
  return new URLSearchParams(withoutPrices(asked)).toString()
}

/** What everyone finds; null for a search that the catalog refuses. `query`: as {@link openQuery} writes it. */
export async function openResults(app: App, query: string): Promise<OpenResults | null> {
  const asked = searchIn(new URLSearchParams(query))
  const reply = await openSearch(app, asked)
  return reply === null ? null : { asked, reply }
}

/** A search with its first results and their first photo. A member's is another: it has prices. */
export function resultsPage({ asked, reply }: OpenResults, own: PageWords): Shown {
  const links = reply.items.map(({ lotNumber, title }) => ({
    path: `/lot/${lotNumber}`,
    label: t`Lot ${{ lotNumber }}, ${{ title }}`,
  }))
  const chips = chipsOf(asked, reply.facets)
  const isShown = chips !== null && reply.items.length > 0 && reply.instead.length === 0
  return {
    title: own.heading,
    body: {
      view: isShown ? { html: resultsView(reply, chips), for: 'visitors' } : null,
      more: [plainBody(own.heading, own.description), listBody(t`Lots`, links)].join('\n'),
    },
    about: [],
    photo: firstPhoto(reply.items[0]?.heroPhoto ?? null, FOUND_SIZES),
    answers: { [firstSearch(openQuery(asked))]: reply },
  }
}

/** What the chosen filters are called; null if one is a range, which is put into words in the browser. */
function chipsOf(asked: AskedSearch, facets: SearchReply['facets']): string[] | null {
  const chips: string[] = []
  for (const [name, value] of asked) {
    const facet = VALUE_FACETS.find((one) => one === name)
    if (name === 'q') chips.push(t`“${{ words: value }}”`)
    else if (facet !== undefined) chips.push(...value.split(',').map((one) => labelOf(facet, one, facets)))
    else if (name !== 'sort') return null
  }
  return chips
}

function labelOf(facet: ValueFacet, value: string, facets: SearchReply['facets']): string {
  const known = facets.find((one) => one.facet === facet)?.values.find((one) => one.value === value)
  if (known !== undefined) return translated(known.label)
  return facet === 'auction' ? t`One auction` : (value.split('/').at(-1) ?? value).replaceAll('-', ' ')
}

/** As `web/catalog/results.tsx` shows it to a visitor. What is pressed or typed into comes with the scripts and only keeps its place. */
function resultsView({ total, items }: SearchReply, chips: readonly string[]): string {
  const found = t`${plural({ count: total ?? items.length }, { one: '# lot', other: '# lots' })}`
  const filters = chips.length === 0 ? t`Filters` : t`Filters (${{ count: chips.length }})`
  return `<div class="mx-auto w-full max-w-[84rem] px-4 py-6 sm:px-6">
<h1 class="text-xl">${t`Search lots`}</h1><div class="mt-4 min-h-11"></div>
<div class="mt-6 grid gap-x-10 gap-y-4 lg:grid-cols-[17rem_minmax(0,1fr)]"><div class="max-lg:hidden"></div><div class="min-w-0">
<div class="flex flex-wrap items-center justify-between gap-3"><p class="tabular font-semibold">${found}</p>
<div class="invisible flex items-center gap-2"><span class="${BUTTON} min-h-11 px-4 text-sm lg:hidden">${filters}</span><span class="min-h-11 w-[8.5rem] lg:min-h-[46px]"></span></div></div>
<div class="mt-3 flex flex-wrap items-start gap-3">${chips.length === 0 ? '' : chipsHtml(chips)}</div>
<p class="mt-3 text-sm text-slate">${t`Prices and full reports are for verified members.`} <a href="/register" class="text-link">${t`Register to bid`}</a></p>
<ul class="mt-4 grid grid-cols-2 gap-x-3 gap-y-6 md:block md:divide-y md:divide-line md:border-y md:border-line">${items.slice(0, LOTS_SHOWN).map(lotHtml).join('')}</ul>
</div></div></div>`
}

const BUTTON = 'inline-flex items-center justify-center gap-2 rounded-md border font-semibold whitespace-nowrap'
const SMALL = 'min-h-9 text-xs pointer-coarse:min-h-11'

function chipsHtml(chips: readonly string[]): string {
  const items = chips.map(
    (chip) =>
      `<li><span class="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-edge px-3 text-sm pointer-coarse:min-h-11">${escaped(chip)}<span class="size-3.5"></span></span></li>`,
  )
  return `<ul class="flex flex-wrap items-center gap-2">${items.join('')}<li class="invisible"><span class="${BUTTON} ${SMALL}">${t`Clear all`}</span></li></ul><span class="invisible ${BUTTON} px-3 ${SMALL}">${t`Sign in to save`}</span>`
}

/** A card on a phone and a row from 48rem on, as `web/catalog/found-lots.tsx` shows them; the time of the close is in the reader's zone. */
function lotHtml({ lotNumber, title, heroPhoto, auctionTitle, facts }: FoundLot, at: number): string {
  const photo =
    heroPhoto === null
      ? '<span class="block aspect-3/2 w-full bg-fog"></span>'
      : pictureHtml(
          heroPhoto,
          FOUND_SIZES,
          '',
          'aspect-3/2 w-full rounded-md object-cover md:rounded-sm',
          at < FIRST_PHOTOS,
        )
  return `<li class="md:grid md:grid-cols-[13.75rem_minmax(0,1fr)_9rem] md:items-center md:gap-4 md:py-4"><a href="/lot/${lotNumber}" class="block" tabindex="-1" aria-hidden="true">${photo}</a>
<div class="min-w-0"><a href="/lot/${lotNumber}" class="mt-2 flex flex-col items-start gap-1.5 md:mt-0 md:flex-row md:gap-2">${plateHtml(lotNumber, 'sm')}<span class="font-semibold">${escaped(title)}</span></a>
<p class="mt-0.5 text-xs text-slate max-md:hidden">${escaped(auctionTitle)}</p>${factsHtml(facts)}<p class="mt-1 min-h-[2lh] text-xs md:hidden">&nbsp;</p></div></li>`
}

/** A line on a card and columns in a row. */
function factsHtml({ odometer, titleBrand, runState, isInspected }: FoundLot['facts']): string {
  const distance = odometer === null ? null : `${odometer.value.toLocaleString(localeNow())} ${odometer.unit}`
  const brand = translated(wordOf('titleBrand', titleBrand))
  const line = [distance, t`${{ brand }} title`, isInspected ? null : t`Not inspected`]
  const columns = [
    [t`Odometer`, distance ?? t`Not readable`],
    [t`Title`, brand],
    [t`Runs`, translated(wordOf('runState', runState))],
  ] as const
  const cells = columns.map(
    ([name, value]) =>
      `<div class="min-w-0"><dt class="text-xs text-slate">${name}</dt><dd>${escaped(value)}</dd></div>`,
  )
  return `<p class="tabular mt-1 text-xs text-slate md:hidden">${escaped(line.filter((part) => part !== null).join(' · '))}</p>
<dl class="tabular mt-2 grid grid-cols-2 gap-x-4 gap-y-1 text-sm max-md:hidden xl:grid-cols-3">${cells.join('')}</dl>`
}
