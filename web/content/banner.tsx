import { useQuery } from '@tanstack/react-query'
import type { readBanner } from '#contract/content/content.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { FIRST_BANNER } from '#contract/seo/first-answers.ts'
import { Blocks } from './blocks.tsx'

/** The announcement above every page, if there is one. */
export function Banner() {
  const { data } = useQuery<ReplyOf<typeof readBanner>>({ queryKey: [FIRST_BANNER] })
  if (data === undefined || data.blocks.length === 0) return null
  return (
    <aside aria-label="Announcement" className="border-b border-line bg-fog [&_p]:mt-0">
      <div className="mx-auto w-full max-w-[84rem] px-4 py-3 sm:px-6">
        <Blocks blocks={data.blocks} />
      </div>
    </aside>
  )
}
