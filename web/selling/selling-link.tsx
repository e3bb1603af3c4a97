import { t, plural } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { useSelling } from './use-selling.ts'

/** The way to the sellers' pages, for members who sell. */
export function SellingLink() {
  const { data } = useSelling()
  if (data?.seller == null) return null
  return (
    <p className="mb-4">
      <Link href={paths.selling} className="inline-flex min-h-11 items-center text-link">
        {t`Selling: ${plural(data.counts.running, { one: '# lot running', other: '# lots running' })}`}
      </Link>
    </p>
  )
}
