import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useHouseTerms } from '../../platform/house-terms.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'
import { CloseMark } from '../../ui/marks.tsx'
import { answer, passagesOf } from './knowledge.ts'

type Turn = { question: string; reply: ReturnType<typeof answer> }

/** Answers from the house's own pages, with the place they come from; says so when it does not know. */
export default function ChatPanel({ onClose }: { onClose(): void }) {
  const terms = useHouseTerms()
  const passages = useMemo(() => (terms === undefined ? [] : passagesOf(terms)), [terms])
  const [turns, setTurns] = useState<Turn[]>([])
  const [question, setQuestion] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const end = useRef<HTMLDivElement>(null)

  useEffect(() => {
    input.current?.focus()
  }, [])
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [turns])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onClose])

  function ask(event: FormEvent) {
    event.preventDefault()
    const asked = question.trim()
    if (asked === '') return
    setTurns([...turns, { question: asked, reply: answer(passages, asked) }])
    setQuestion('')
  }

  return (
    <>
      <div className="flex items-center justify-between border-b border-line py-1 pr-1 pl-4">
        <h2 className="text-base">Ask a question</h2>
        <Button variant="ghost" size="icon" aria-label="Close" onClick={onClose}>
          <CloseMark />
        </Button>
      </div>
      <div className="flex-1 overflow-y-auto p-4" role="log" aria-label="Conversation" tabIndex={0}>
        <p className="text-slate">
          I look up what the FAQ, the bidding guide and the terms say, for example “What do I pay on top of my bid?”
        </p>
        {turns.map((turn, index) => (
          // Turns are only ever added at the end.
          <div key={index} className="mt-4">
            <p className="font-semibold">{turn.question}</p>
            <Reply reply={turn.reply} />
          </div>
        ))}
        <div ref={end} />
      </div>
      <form onSubmit={ask} className="flex gap-2 border-t border-line p-3">
        <Input
          ref={input}
          aria-label="Your question"
          value={question}
          maxLength={300}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <Button type="submit" variant="secondary">
          Ask
        </Button>
      </form>
    </>
  )
}

function Reply({ reply }: { reply: Turn['reply'] }) {
  if (reply === null) {
    return (
      <p className="mt-1">
        I do not know that. A person of the house does:{' '}
        <Link href={paths.contact} className="text-notice underline underline-offset-4">
          write or call
        </Link>
        .
      </p>
    )
  }
  return (
    <>
      <p className="mt-1">{reply.best.text}</p>
      <ul className="mt-1">
        {[reply.best, ...reply.others].map((passage) => (
          <li key={passage.to}>
            <Link
              href={passage.to}
              className="inline-flex min-h-9 items-center text-notice underline underline-offset-4"
            >
              {passage.page}: {passage.head}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
