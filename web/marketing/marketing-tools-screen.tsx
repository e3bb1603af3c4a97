import { Link } from 'wouter'
import type { User } from '#contract/accounts/accounts.ts'
import { paths } from '../paths.ts'
import { useUser } from '../platform/session.tsx'
import { Page } from '../ui/page.tsx'
import { CopyButton } from './copy-button.tsx'
import { MembersOnly } from './members-only.tsx'
import { postsFor } from './posts.ts'
import { referralLink } from './referral-link.ts'

export default function MarketingToolsScreen() {
  const { user } = useUser()
  return (
    <Page title="Marketing tools" lead="Your referral link, and posts that include it." width="prose">
      {user === null ? <MembersOnly /> : <Tools user={user} />}
    </Page>
  )
}

function Tools({ user }: { user: User }) {
  const link = referralLink(user.referralCode)
  return (
    <>
      <section aria-labelledby="your-link">
        <h2 id="your-link" className="text-lg">
          Your link
        </h2>
        <p className="mt-3">It opens registration with your code filled in.</p>
        <p className="mt-4 rounded-md bg-fog p-4 font-semibold break-all">{link}</p>
        <div className="mt-3">
          <CopyButton text={link} label="Copy link" />
        </div>
      </section>
      <section aria-labelledby="texts" className="mt-12">
        <h2 id="texts" className="text-lg">
          Sample posts
        </h2>
        <p className="mt-3">Edit them to sound like you.</p>
        {postsFor(link).map((post) => (
          <article key={post.id} className="mt-6 border-t border-line pt-5">
            <h3 className="text-base">{post.title}</h3>
            <p className="text-sm text-slate">{post.use}</p>
            <p className="mt-3 rounded-md bg-fog p-4 break-words">{post.text}</p>
            <div className="mt-3">
              <CopyButton text={post.text} label="Copy text" />
            </div>
          </article>
        ))}
      </section>
      <p className="mt-10">
        <Link href={paths.lowBudgetMarketing} className="text-notice underline underline-offset-4">
          Low-budget marketing
        </Link>
      </p>
    </>
  )
}
