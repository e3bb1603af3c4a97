import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { listAllQuestions } from '#contract/lots/questions.ts'
import { paths } from '#web/paths.ts'
import { AdminListScreen } from '#web/ui/list/admin-list-screen.tsx'
import { AdminQuestion } from './admin-question.tsx'

/** Bidders' questions about lots, to be answered. */
export default function AdminQuestions() {
  const client = useQueryClient()
  const readAgain = () => void client.invalidateQueries({ queryKey: [listAllQuestions.path] })
  return (
    <AdminListScreen
      list={listAllQuestions}
      title="Questions"
      one="question"
      many="questions"
      empty={{
        title: 'No questions yet',
        text: 'Questions that bidders ask on a lot page appear here. Every bidder can see your answers.',
      }}
      above={(data) => (
        <p role="status" className="mt-1 text-slate">
          {data === undefined ? 'Loading' : waitingWords(data.waiting)}{' '}
          {data === undefined || data.waiting === 0 ? null : (
            <Link href={`${paths.adminPage('questions')}?state=waiting`} className="text-link">
              Show them
            </Link>
          )}
        </p>
      )}
      rows={(questions) => (
        <ul aria-label="Questions" className="divide-y divide-line border-y border-line">
          {questions.map((question) => (
            <AdminQuestion key={`${question.id} ${question.version}`} question={question} onDone={readAgain} />
          ))}
        </ul>
      )}
    />
  )
}

function waitingWords(waiting: number): string {
  if (waiting === 0) return 'Every question is answered.'
  return waiting === 1 ? '1 question is waiting for an answer.' : `${waiting} questions are waiting for an answer.`
}
