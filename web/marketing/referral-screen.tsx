import { Link } from 'wouter'
import { Article } from '../pages/article.tsx'
import type { Section } from '../pages/content/section.ts'
import { paths } from '../paths.ts'
import { useUser } from '../platform/session.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from './copy-button.tsx'
import { referralLink } from './referral-link.ts'

export default function ReferralScreen() {
  return (
    <Article
      title="Refer a friend"
      lead="Know someone who’s looking for a car? Send them your link."
      sections={SECTIONS}
      after={{ link: <OwnLink /> }}
    />
  )
}

function OwnLink() {
  const { user } = useUser()
  if (user === null) {
    return (
      <div className="mt-4 flex flex-wrap gap-3">
        <Button asChild>
          <Link href={paths.register}>Register</Link>
        </Button>
        <Button asChild variant="outline">
          <Link href={paths.logIn}>Sign in</Link>
        </Button>
      </div>
    )
  }
  const link = referralLink(user.referralCode)
  return (
    <>
      <p className="mt-4 rounded-md bg-fog p-4 font-semibold break-all">{link}</p>
      <div className="mt-3">
        <CopyButton text={link} label="Copy link" />
      </div>
      <p className="mt-4">
        <Link href={paths.marketingTools} className="text-notice underline underline-offset-4">
          Get sample posts
        </Link>
      </p>
    </>
  )
}

const SECTIONS: Section[] = [
  {
    id: 'how',
    heading: 'How it works',
    paragraphs: [
      'Every member has a referral link. It opens registration with your code filled in, so the new member sees who sent them.',
      'There’s no reward for referrals at this time.',
    ],
  },
  {
    id: 'rules',
    heading: 'Please',
    paragraphs: ['Three rules:'],
    points: ['No mass email.', 'No advertising in our name.', 'No promises that we don’t make.'],
  },
  {
    id: 'link',
    heading: 'Your link',
    paragraphs: ['Your link never changes.'],
  },
]
