import { escaped } from './escaped.ts'
import { FIRST_ANSWERS_ID, type FirstAnswers } from '#contract/seo/first-answers.ts'
import type { CompanyTerms } from '#contract/auctions/company-terms.ts'
import { photoSources, type PhotoSource } from '#contract/lots/photos.ts'
import type { PageBody } from './page-body.ts'
import { iconPath, type IconName } from '#server/content/brand/icons.ts'

/** What search engines and messengers read of a page. URLs are absolute; `about` is its schema.org data. */
export type PageFacts = {
  title: string
  description: string
  url: string
  image: { url: string; alt: string } | null
  type: 'website' | 'product'
  about: readonly object[]
  body: PageBody
  /** The first photo of the page in the formats and widths the page chooses from: it loads before any script requests it. */
  photo?: (PhotoSource & { sizes: string }) | undefined
  /** The first data the page would request. */
  first?: FirstAnswers
}

/** What a page says without scripts, and the data its screen shows first, by the paths it is read from. */
export type Shown = Pick<PageFacts, 'title' | 'body' | 'about' | 'photo'> & { answers: Record<string, unknown> }

/** The best format of a photo's URL, as the page shows it at these `sizes`; undefined without a photo. */
export function firstPhoto(url: string | null, sizes: string): PageFacts['photo'] {
  const best = url === null ? undefined : photoSources(url)[0]
  return best === undefined ? undefined : { ...best, sizes }
}

/** The tags of a page's head. Every value is escaped here: titles come from imports. */
export function headTags(facts: PageFacts, { companyName, brand }: CompanyTerms): string {
  const { title, description, url, image, type, about, photo, first } = facts
  const properties: [string, string][] = [
    ['og:site_name', companyName],
    ['og:type', type],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
  ]
  if (image !== null) {
    properties.push(['og:image', image.url], ['og:image:alt', image.alt])
    properties.push(['og:image:width', '1200'], ['og:image:height', '630'])
  } else if (brand.logo !== null) properties.push(['og:image', new URL(brand.logo, url).href])
  return [
    ...brandTags({ companyName, brand }),
    ...(photo === undefined ? [] : [preloadTag(photo)]),
    `<link rel="canonical" href="${escaped(url)}" />`,
    ...properties.map(([name, value]) => `<meta property="${name}" content="${escaped(value)}" />`),
    `<meta name="twitter:card" content="${image === null ? 'summary' : 'summary_large_image'}" />`,
    // Data that no browser executes, so the content security policy does not apply to it.
    ...about.map((data) => `<script type="application/ld+json">${asData(data)}</script>`),
    ...(first === undefined
      ? []
      : [`<script type="application/json" id="${FIRST_ANSWERS_ID}">${asData(first)}</script>`]),
  ].join('\n    ')
}

function preloadTag({ type, srcSet, sizes }: PhotoSource & { sizes: string }): string {
  return `<link rel="preload" as="image" type="${type}" imagesrcset="${escaped(srcSet)}" imagesizes="${sizes}" fetchpriority="high" />`
}

/** The company's name for the page's own script, its icons and its color. */
export function brandTags({ companyName, brand }: Pick<CompanyTerms, 'companyName' | 'brand'>): string[] {
  const name = escaped(companyName)
  const icon = (file: IconName) => escaped(iconPath({ companyName, brand }, file))
  return [
    `<meta name="application-name" content="${name}" />`,
    `<meta name="apple-mobile-web-app-title" content="${name}" />`,
    `<link rel="icon" href="${icon('192.png')}" type="image/png" sizes="192x192" />`,
    `<link rel="apple-touch-icon" href="${icon('180.png')}" />`,
    ...(brand.accent === null ? [] : [`<link rel="stylesheet" href="/brand/${brand.accent.slice(1)}.css" />`]),
  ]
}

/** JSON that can't close its script element, whatever a title contains. */
function asData(value: object): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
