import { Link } from 'wouter'
import type { HouseTerms } from '#contract/auctions.ts'
import { Article } from '../pages/article.tsx'
import type { Section } from '../pages/content/section.ts'
import { paths } from '../paths.ts'
import { useHouseTermsState } from '../platform/house-terms.ts'
import { formatMoney } from '../platform/money.ts'
import { useUser } from '../platform/session.tsx'
import { formatDay } from '../platform/time.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { CopyButton } from './copy-button.tsx'
import { referralLink } from './referral-link.ts'

const TITLE = 'Recommend Paddock'
const DAY_MS = 86_400_000

export default function ReferralScreen() {
  const { terms, failed } = useHouseTermsState()
  if (terms !== undefined) return <Programme terms={terms} />
  return (
    <Page title={TITLE} width="prose">
      {failed ? (
        <Notice tone="bad" title="The terms could not be loaded">
          Check your connection and load the page again.
        </Notice>
      ) : (
        <Spinner />
      )}
    </Page>
  )
}

function Programme({ terms }: { terms: HouseTerms }) {
  const reward = formatMoney(terms.referralReward, terms.currency, true)
  return (
    <Article
      title={TITLE}
      lead={`Somebody joins on your word: ${reward} of credit is yours.`}
      sections={sectionsOf(terms, reward)}
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
          <Link href={paths.logIn}>Log in</Link>
        </Button>
      </div>
    )
  }
  const link = referralLink(user.referralCode)
  return (
    <>
      <p className="mt-4 rounded-md bg-fog p-4 font-semibold break-all">{link}</p>
      <div className="mt-3">
        <CopyButton text={link} label="Copy the link" />
      </div>
      <p className="mt-4">
        <Link href={paths.marketingTools} className="text-notice underline underline-offset-4">
          Texts that carry it
        </Link>
      </p>
    </>
  )
}

/** The example is worked out from today's settings and today's date. */
function sectionsOf(terms: HouseTerms, reward: string): Section[] {
  const today = Date.now()
  const days = terms.membershipRefundDays
  return [
    {
      id: 'how',
      heading: 'How it works',
      paragraphs: [
        'Every member has a link of his own. Whoever registers with it, or gives its code while registering, counts as recommended by that member.',
        `When the new member has paid the membership fee and the ${days} days in which it can be returned are over, ${reward} is credited to you. It is taken off your next invoice.`,
      ],
    },
    {
      id: 'example',
      heading: 'An example, as of today',
      paragraphs: [
        `Ada passes her link to Boris. He registers and pays ${formatMoney(terms.membershipFee, terms.currency, true)} on ${formatDay(today)}. If he does not ask for it back, Ada has ${reward} more on ${formatDay(today + days * DAY_MS)}. Boris pays nothing extra.`,
      ],
    },
    {
      id: 'conditions',
      heading: 'Conditions',
      paragraphs: ['Few, so that they can be kept in mind.'],
      points: [
        'You cannot recommend yourself, and a person counts once.',
        'No mass mail, no advertising on our name, no promises that we do not make.',
        'Say that you receive a credit where people could take you for a neutral voice.',
        'Credit is not paid out in money and lapses with the account.',
      ],
    },
    {
      id: 'link',
      heading: 'Your link',
      paragraphs: ['It is made with your account and stays the same.'],
    },
  ]
}
