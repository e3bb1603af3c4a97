import { t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import { Article } from '../pages/article-page.tsx'
import { useCompanyTerms } from '../platform/company-terms.ts'
import { paths } from '../paths.ts'
import { useUser } from '../platform/session.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Figures } from './figures.tsx'
import { referralLink } from './referral-link.ts'
import { referralSections, say } from './reward-words.ts'

export default function ReferralScreen() {
  const { user } = useUser()
  const terms = useCompanyTerms()
  const lead = say(t`Know someone who’s looking for a car? Send them your link.`)
  const sections = terms === undefined ? [] : referralSections(terms, user !== null)
  return (
    <Article
      text={{ title: t`Refer a friend`, lead: [lead], sections }}
      after={{ link: <OwnLink />, results: <Figures /> }}
    />
  )
}

function OwnLink() {
  const { user } = useUser()
  if (user === null) {
    return (
      <div className="mt-4 flex flex-wrap gap-3">
        <Button asChild>
          <Link href={paths.register}>{t`Register`}</Link>
        </Button>
        <Button asChild variant="outline">
          <Link href={paths.logIn}>{t`Sign in`}</Link>
        </Button>
      </div>
    )
  }
  const link = referralLink(user.referralCode)
  return (
    <>
      <p className="mt-4 rounded-md bg-fog p-4 font-semibold break-all">{link}</p>
      <div className="mt-3">
        <CopyButton text={link} label={t`Copy link`} />
      </div>
      <p className="mt-4">
        <Link href={paths.marketingTools} className="text-link">
          {t`Get posts, banners and flyers`}
        </Link>
      </p>
    </>
  )
}
