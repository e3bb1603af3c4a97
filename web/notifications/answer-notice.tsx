import { t } from '#web/platform/language/text.ts'
import { Link } from 'wouter'
import { paths } from '#web/paths.ts'
import { formatMoney } from '#web/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Answer } from './use-answer-link.ts'

/** The result of the link in an outbid notice, above the lot. `currency` is null while the lot is not shown. */
export default function AnswerNotice({ answer, currency }: { answer: Answer; currency: string | null }) {
  const words = wordsOf(answer, currency)
  if (words === null) return null
  return (
    <div className="mx-auto w-full max-w-[84rem] px-4 py-4 lg:px-6">
      <Notice tone="info" title={words.title}>
        <p>{words.body}</p>
        {answer.state === 'log-in' ? (
          <Button asChild variant="outline" size="sm" className="mt-2">
            <Link href={`${paths.logIn}?redirect=${encodeURIComponent(answer.to)}`}>{t`Sign in`}</Link>
          </Button>
        ) : null}
      </Notice>
    </div>
  )
}

function wordsOf(answer: Answer, currency: string | null): { title: string; body: string } | null {
  switch (answer.state) {
    case 'none':
    case 'opening':
      return null
    case 'log-in':
      return {
        title: t`Sign in to bid`,
        body: t`Once you sign in, the link in your message fills in the next bid.`,
      }
    case 'open':
      if (currency === null) return null
      return {
        title: t`We filled in the next bid: ${formatMoney(answer.nextBid, currency)}`,
        body: t`You haven’t bid yet. Review the lot, then press the bid button.`,
      }
    case 'over':
      return { title: t`This link has expired`, body: answer.message }
    case 'failed':
      return { title: t`We couldn’t open this link`, body: answer.message }
  }
}
