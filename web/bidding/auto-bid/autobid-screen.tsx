import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { AutobidSimulator } from './autobid-simulator.tsx'

/** `/autobid`: what a maximum is, with the real engine to try it on. */
export default function AutobidScreen() {
  const { user } = useUser()
  return (
    <Page
      title="Auto-bid: name your maximum once"
      lead="You say how far you would go. The house bids for you, one step at a time, and never more than is needed to keep you in front."
    >
      <div className="grid gap-10 lg:grid-cols-12">
        <div className="flex flex-col gap-8 text-base lg:col-span-5">
          <Point title="You pay the second price, plus one step">
            Your maximum is a ceiling. If the next bidder stops at $2,000, you lead at $2,050, even if you had said
            $5,000.
          </Point>
          <Point title="Nobody sees it">
            Not the other bidders and, while the lot is open, not our staff. The public history says that a maximum was
            left, with a seal you can check after the close; never how much it is.
          </Point>
          <Point title="The earlier of equals leads">
            If two people leave the same maximum, the one who left it first is in front. To pass, bid one unit more.
          </Point>
          <Point title="You can change your mind, as far as it is not yet spent">
            Raise it at any time. Lower or withdraw it down to what already holds the price or has met the reserve.
          </Point>
          <Point title="A reserve stays secret">
            When your maximum reaches the reserve the price goes to it at once. When it does not, the price moves as if
            there were none, and your maximum is not shown to the seller.
          </Point>
          {user === null ? (
            <div>
              <Button asChild size="lg">
                <Link href={paths.register}>Register to bid</Link>
              </Button>
            </div>
          ) : null}
        </div>
        <div className="lg:col-span-7">
          <AutobidSimulator />
        </div>
      </div>
    </Page>
  )
}

function Point({ title, children }: { title: string; children: string }) {
  return (
    <section>
      <h2 className="text-base">{title}</h2>
      <p className="mt-1 text-slate">{children}</p>
    </section>
  )
}
