import * as z from 'zod/mini'
import { endpoint } from '../platform/endpoint.ts'
import type { Language } from '../platform/languages.ts'
import { InLanguage } from '../platform/values.ts'
import { Article, Block, WrittenIn } from './article.ts'

/** The public pages whose text staff edit, by the last part of their path. */
export const PAGE_NAMES = [
  'how-it-works',
  'bidding-guide',
  'terms',
  'privacy',
  'refund',
  'about',
  'meet-director',
  'support',
  'contact',
] as const
export type PageName = (typeof PAGE_NAMES)[number]

/** The topics of the FAQ, in the order of the page; each is one text whose sections are questions. */
export const FAQ_NAMES = ['faq-getting-started', 'faq-bidding', 'faq-costs', 'faq-vehicles', 'faq-account'] as const

/** The announcement above every page; empty: none. */
export const BANNER_NAME = 'banner'

/** The name of a text in a language: English is the text itself. */
export function nameIn(name: string, language: Language): string {
  return language === 'en' ? name : `${name}-${language}`
}

export const readArticle = endpoint({
  method: 'GET',
  path: '/api/articles/:name',
  access: 'visitor',
  summary: 'The text of a public page, with today’s fees and times filled in',
  params: z.object({ name: z.enum(PAGE_NAMES) }),
  query: InLanguage,
  reply: Article,
  etag: true,
})

/** A section that can answer a question, and its location. `also`: other words in which people ask it. */
export const Passage = z.object({
  id: z.string(),
  head: z.string(),
  /** Other words in which people ask this; searched, never shown. */
  also: z.string(),
  text: z.string(),
  to: z.string(),
  page: z.string(),
})
export type Passage = z.infer<typeof Passage>

export const Answer = z.object({
  /** The answer's address on the page, after the `#`. */
  id: z.string(),
  question: z.string(),
  blocks: z.array(Block),
})
export type Answer = z.infer<typeof Answer>

export const FaqTopic = z.object({ title: z.string(), answers: z.array(Answer), language: WrittenIn })
export type FaqTopic = z.infer<typeof FaqTopic>

export const readFaq = endpoint({
  method: 'GET',
  path: '/api/faq',
  access: 'visitor',
  summary: 'Questions and answers by topic',
  query: InLanguage,
  reply: z.object({ topics: z.array(FaqTopic) }),
  etag: true,
})

export const readPassages = endpoint({
  method: 'GET',
  path: '/api/passages',
  access: 'visitor',
  summary: 'Every section of the public pages, for searching',
  query: InLanguage,
  reply: z.object({ items: z.array(Passage) }),
  etag: true,
})

export const readBanner = endpoint({
  method: 'GET',
  path: '/api/banner',
  access: 'visitor',
  summary: 'The announcement above every page; no blocks if there is none',
  query: InLanguage,
  reply: z.object({ blocks: z.array(Block), language: WrittenIn }),
  etag: true,
})
