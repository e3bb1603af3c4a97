import { useQuery } from '@tanstack/react-query'
import type { readBanner } from '#contract/content/content.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { FIRST_BANNER, inLanguage } from '#contract/seo/first-answers.ts'
import { t } from '#web/platform/language/text.ts'
import { language } from '../platform/language/language.ts'
import { Blocks } from './blocks.tsx'

/** The announcement above every page, if there is one. */
export function Banner() {
  const { data } = useQuery<ReplyOf<typeof readBanner>>({ queryKey: [inLanguage(FIRST_BANNER, language)] })
  if (data === undefined || data.blocks.length === 0) return null
  return (
    <aside aria-label={t`Announcement`} lang={data.language} className="border-b border-line bg-fog [&_p]:mt-0">
      <div className="mx-auto w-full max-w-[84rem] px-4 py-3 sm:px-6">
        <Blocks blocks={data.blocks} />
      </div>
    </aside>
  )
}
