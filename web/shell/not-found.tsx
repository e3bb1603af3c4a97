import { Link } from 'wouter'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

export function NotFound() {
  return (
    <Page title="Page not found" width="prose">
      <p>
        Check the address. A lot keeps its page after the auction: its address is{' '}
        <span className="font-semibold">/lot/</span> and the lot number.
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
