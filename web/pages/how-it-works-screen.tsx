import { t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import { useUser } from '../platform/session.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { ArticlePage } from './article-page.tsx'

export default function HowItWorksScreen() {
  const { isLoggedIn } = useUser()
  return (
    <ArticlePage name="how-it-works" title={t`How it works`}>
      <div className="mt-12 flex flex-wrap gap-3 border-t border-line pt-8">
        {isLoggedIn ? null : (
          <Button asChild>
            <Link href={paths.register}>{t`Register`}</Link>
          </Button>
        )}
        <Button asChild variant="outline">
          <Link href={paths.biddingGuide}>{t`Read the bidding guide`}</Link>
        </Button>
      </div>
    </ArticlePage>
  )
}
