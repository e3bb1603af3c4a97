import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { useSelling } from './use-selling.ts'

/** The way to the sellers' pages, for members who sell. */
export function SellingLink() {
  const { data } = useSelling()
  if (data?.seller == null) return null
  return (
    <p className="mb-4">
      <Link href={paths.selling} className="inline-flex min-h-11 items-center text-notice underline underline-offset-4">
        {data.counts.running === 1 ? 'Selling: 1 lot running' : `Selling: ${data.counts.running} lots running`}
      </Link>
    </p>
  )
}
