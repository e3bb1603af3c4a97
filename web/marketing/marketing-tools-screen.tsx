import { t } from '#web/platform/language/text.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { User } from '#contract/accounts/accounts.ts'
import { paths } from '../paths.ts'
import { useCompanyName } from '../platform/company-name.ts'
import { useCompanyTerms } from '../platform/company-terms.ts'
import { useUser } from '../platform/session.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { CopyButton } from './copy-button.tsx'
import { Figures } from './figures.tsx'
import { Banners, Downloads, QrCode } from './downloads.tsx'
import { postsFor } from './posts.ts'
import { referralLink } from './referral-link.ts'
import { rewardWords } from './reward-words.ts'

export default function MarketingToolsScreen() {
  const { user } = useUser()
  return (
    <Page
      title={t`Marketing tools`}
      lead={t`Your referral link, and everything to share it with.`}
      width="prose"
      centered
    >
      {user === null ? <MembersOnly /> : <Tools user={user} />}
    </Page>
  )
}

/** What a visitor sees where a page needs the member's own link. */
function MembersOnly() {
  return (
    <EmptyState
      title={t`Sign in to get your link`}
      action={
        <div className="flex flex-wrap gap-3">
          <Button asChild>
            <Link href={paths.logIn}>{t`Sign in`}</Link>
          </Button>
          <Button asChild variant="outline">
            <Link href={paths.referralProgram}>{t`How referrals work`}</Link>
          </Button>
        </div>
      }
    >
      {t`These posts include your referral link, ready to copy.`}
    </EmptyState>
  )
}

function Tools({ user }: { user: User }) {
  const link = referralLink(user.referralCode)
  return (
    <div className="flex flex-col gap-12">
      <Part id="your-link" title={t`Your link`}>
        <p className="mt-3">{t`It opens registration with your code filled in.`}</p>
        <RewardLine />
        <p className="mt-4 rounded-md bg-fog p-4 font-semibold break-all">{link}</p>
        <div className="mt-3">
          <CopyButton text={link} label={t`Copy link`} />
        </div>
        <QrCode />
      </Part>
      <Part id="results" title={t`Your results`}>
        <Figures />
      </Part>
      <Part id="banners" title={t`Banners`}>
        <p className="mt-3">{t`With your name and code. Link them to your referral link.`}</p>
        <Banners />
      </Part>
      <Part id="print" title={t`To print`}>
        <p className="mt-3">{t`A flyer to hand out, and a sheet with strips to tear off.`}</p>
        <div className="mt-2">
          <Downloads pieces={['flyer-letter', 'flyer-a4', 'tear-off-letter', 'tear-off-a4']} />
        </div>
      </Part>
      <Posts referralCode={user.referralCode} />
      <p>
        <Link href={paths.lowBudgetMarketing} className="text-link">
          {t`Low-budget marketing`}
        </Link>
      </p>
    </div>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-6">
      <h2 id={`${id}-title`} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Posts({ referralCode }: { referralCode: string }) {
  const companyName = useCompanyName()
  return (
    <Part id="posts" title={t`Sample posts`}>
      <p className="mt-3">{t`Edit them to sound like you. Each link counts its own channel.`}</p>
      {postsFor((channel) => referralLink(referralCode, channel), companyName).map((post) => (
        <article key={post.id} className="mt-6 border-t border-line pt-5">
          <h3 className="text-base">{post.title}</h3>
          <p className="text-sm text-slate">{post.use}</p>
          <p className="mt-3 rounded-md bg-fog p-4 break-words">{post.text}</p>
          <div className="mt-3">
            <CopyButton text={post.text} label={t`Copy text`} />
          </div>
        </article>
      ))}
    </Part>
  )
}

/** What a referral earns today; nothing until the terms are known. */
function RewardLine() {
  const terms = useCompanyTerms()
  return terms === undefined ? null : <p className="mt-3">{rewardWords(terms)}</p>
}
