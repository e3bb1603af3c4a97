import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { listAllQuestions } from '#contract/lots/questions.ts'
import { paths } from '#web/paths.ts'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { AdminQuestion } from './admin-question.tsx'
import { plural, t } from '#web/platform/language/text.ts'

/** Bidders' questions about lots, to be answered. */
export default function AdminQuestions() {
  const client = useQueryClient()
  const readAgain = () => void client.invalidateQueries({ queryKey: [listAllQuestions.path] })
  return (
    <AdminListScreen
      list={listAllQuestions}
      title={t`Questions`}
      count={(total) => plural(total, { one: '# question', other: '# questions' })}
      empty={{
        title: t`No questions yet`,
        text: t`Questions that bidders ask on a lot page appear here. Every bidder can see your answers.`,
      }}
      above={(data) => (
        <p role="status" className="mt-1 text-slate">
          {data === undefined ? t`Loading` : waitingWords(data.waiting)}{' '}
          {data === undefined || data.waiting === 0 ? null : (
            <Link href={`${paths.adminPage('questions')}?state=waiting`} className="text-link">{t`Show them`}</Link>
          )}
        </p>
      )}
      rows={(questions) => (
        <ul aria-label={t`Questions`} className="divide-y divide-line border-y border-line">
          {questions.map((question) => (
            <AdminQuestion key={`${question.id} ${question.version}`} question={question} onDone={readAgain} />
          ))}
        </ul>
      )}
    />
  )
}

function waitingWords(waiting: number): string {
  if (waiting === 0) return t`Every question is answered.`
  return plural(waiting, {
    one: '# question is waiting for an answer.',
    other: '# questions are waiting for an answer.',
  })
}
