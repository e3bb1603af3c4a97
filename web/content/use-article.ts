import { useQuery } from '@tanstack/react-query'
import type { Article } from '#contract/content/article.ts'
import type { PageName, readFaq } from '#contract/content/content.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { FIRST_FAQ, firstArticle, inLanguage } from '#contract/seo/first-answers.ts'
import { language } from '../platform/language/language.ts'

/** The text of a public page; it comes with the page itself if that was loaded by its address. */
export function useArticle(name: PageName) {
  return useQuery<Article>({ queryKey: [inLanguage(firstArticle(name), language)] })
}

export function useFaq() {
  return useQuery<ReplyOf<typeof readFaq>>({ queryKey: [inLanguage(FIRST_FAQ, language)] })
}
