import { t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/platform/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { AutobidSimulator } from './autobid-simulator.tsx'

/** `/autobid`: explains what a maximum is, with the real engine to try it on. */
export default function AutobidScreen() {
  const { user } = useUser()
  return (
    <Page
      title={t`Auto-bid: set your maximum once`}
      lead={t`Set your maximum. We bid for you, one increment at a time, and never more than needed to keep you in the lead.`}
    >
      <div className="grid gap-10 lg:grid-cols-12">
        <div className="flex flex-col gap-8 text-base lg:col-span-5">
          <Point title={t`You pay just over the runner-up`}>
            {t`Your maximum is a ceiling. If the next bidder stops at $2,000, you lead at $2,050, even if your maximum is $5,000.`}
          </Point>
          <Point title={t`Your maximum is sealed`}>
            {t`Other bidders can’t see it and, while the lot is open, neither can our team. The public history shows that you set a maximum, with a seal you can check after the close, but never the amount.`}
          </Point>
          <Point title={t`Ties go to the first bidder`}>
            {t`If two people set the same maximum, the first one leads. To pass them, bid one unit more.`}
          </Point>
          <Point title={t`You can change it`}>
            {t`Raise it at any time. You can lower or withdraw it down to the part that already holds the price or has met the reserve.`}
          </Point>
          <Point title={t`A reserve stays secret`}>
            {t`When your maximum reaches the reserve, the price moves to it immediately. If it doesn’t, the price moves as if there were none, and the seller doesn’t see your maximum.`}
          </Point>
          {user === null ? (
            <div>
              <Button asChild size="lg">
                <Link href={paths.register}>{t`Register to bid`}</Link>
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
