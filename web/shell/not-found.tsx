import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

export function NotFound() {
  return (
    <Page title="There is no page here" width="prose">
      <p>
        The address may have a slip in it, or the page it led to is gone. A lot keeps its page after the sale: if you
        know the lot number, its address is <span className="font-semibold">/lot/</span> and the number.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button asChild>
          <Link href={paths.home}>Go to the start page</Link>
        </Button>
        <Button asChild variant="outline">
          <Link href={paths.support}>Get support</Link>
        </Button>
      </div>
    </Page>
  )
}
