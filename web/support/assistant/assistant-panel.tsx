import { t } from '#web/platform/language/text.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { readPassages } from '#contract/content/content.ts'
import { onSubmitOf, useSingleFlight } from '#web/platform/forms/use-single-flight.ts'
import { paths } from '../../paths.ts'
import { useUser } from '../../platform/session.tsx'
import type { Language } from '#contract/platform/languages.ts'
import { language } from '../../platform/language/language.ts'
import { call, failureMessage } from '../../platform/request.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'
import { CloseMark } from '../../ui/marks.tsx'
import { mediaMatches } from '../../ui/media-query.ts'
import { handOver } from '../conversation.ts'
import { askFor, askServer, type Reply } from './ask.ts'
import { languageOf } from './question-language.ts'
import { knowledgeOf, vocabularyOf } from './retrieve.ts'

/** Our public pages, indexed once for as long as the cache holds them. */
const knowledgeIn = (of: Language) =>
  queryOptions({
    queryKey: ['assistant-knowledge', of],
    queryFn: async ({ signal }) => {
      const [{ items }, vocabulary] = await Promise.all([
        call(readPassages, { query: { language: of } }, signal),
        vocabularyOf(of),
      ])
      return knowledgeOf(items, vocabulary)
    },
  })

/** In the language of the question, which isn’t always the one of the page. */
async function answerTo(client: QueryClient, question: string): Promise<Reply> {
  const own = await languageOf(question, language)
  const knowledge = await client.ensureQueryData(knowledgeIn(own))
  return askFor(knowledge, question, askServer(own))
}

type Turn = { question: string; reply: Reply | null }

const CONVERSATION = ['assistant-conversation']

/** The conversation outlasts the panel, in memory only: it is private to the person. A question without an answer isn't kept. */
function useTurns(client: QueryClient) {
  const [turns, setTurns] = useState<Turn[]>(() => client.getQueryData(CONVERSATION) ?? [])
  useEffect(() => {
    const answered = turns.filter(({ reply }) => reply !== null)
    client.setQueryData(CONVERSATION, answered)
  }, [client, turns])
  return [turns, setTurns] as const
}

/** On a phone the panel covers what a link opens. */
const NARROW = '(max-width: 40rem)'

/** Answers from our public pages and the person's own data, with the source; says so when it doesn't know. */
export default function AssistantPanel({ onClose }: { onClose(): void }) {
  const { user } = useUser()
  const client = useQueryClient()
  const [turns, setTurns] = useTurns(client)
  const [question, setQuestion] = useState('')
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    input.current?.focus()
    void client.prefetchQuery(knowledgeIn(language))
  }, [client])
  useEscape(onClose)

  const { run, busy } = useSingleFlight(async (_event: FormEvent) => {
    const asked = question.trim()
    if (asked === '') return
    setQuestion('')
    setTurns((held) => [...held, { question: asked, reply: null }])
    const reply = await answerTo(client, asked).catch((failure: unknown): Reply => ({
      kind: 'unknown',
      text: failureMessage(failure),
      sources: [],
    }))
    setTurns((held) => [...held.slice(0, -1), { question: asked, reply }])
  })

  return (
    <>
      <div className="flex items-center justify-between border-b border-line py-1 pr-1 pl-4">
        <h2 className="text-base">{t`Ask a question`}</h2>
        <Button variant="ghost" size="icon" aria-label={t`Close`} onClick={onClose}>
          <CloseMark />
        </Button>
      </div>
      <Conversation turns={turns} isVisitor={user === null} onClose={onClose} />
      <form onSubmit={onSubmitOf(run)} className="flex gap-2 border-t border-line p-3">
        <Input
          ref={input}
          aria-label={t`Your question`}
          value={question}
          maxLength={300}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <Button type="submit" variant="secondary" aria-disabled={busy}>
          {t`Ask`}
        </Button>
      </form>
    </>
  )
}

/** Everything said so far; the latest in view. */
function Conversation({
  turns,
  isVisitor,
  onClose,
}: {
  turns: readonly Turn[]
  isVisitor: boolean
  onClose: () => void
}) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [turns])
  return (
    <div className="flex-1 overflow-y-auto p-4" role="log" aria-label={t`Conversation`} tabIndex={0}>
      <p className="text-slate">
        {isVisitor
          ? t`I answer from our FAQ, guide and terms, such as “What do I pay on top of my bid?”`
          : t`Ask about our auctions or your account, such as “When does my lot end?” or “Do I owe anything?”`}
      </p>
      {turns.map((turn, index) => (
        // Turns are only ever appended.
        <div key={index} className="mt-4">
          <p className="font-semibold break-words">{turn.question}</p>
          {turn.reply === null ? (
            <p className="mt-1 text-slate">{t`Searching`}</p>
          ) : (
            <ReplyLine reply={turn.reply} onFollow={() => mediaMatches(NARROW) && onClose()} />
          )}
        </div>
      ))}
      {turns.length === 0 ? null : <HandOver turns={turns} onLeave={onClose} />}
      <div ref={end} />
    </div>
  )
}

function useEscape(onClose: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onClose])
}

function ReplyLine({ reply: { text, sources }, onFollow }: { reply: Reply; onFollow: () => void }) {
  return (
    <>
      <p className="mt-1 break-words whitespace-pre-line">{text}</p>
      {sources.length === 0 ? null : (
        <ul aria-label={t`Sources`} className="mt-1">
          {sources.map(({ label, to }) => (
            <li key={to}>
              <Link
                href={to}
                onClick={onFollow}
                className="inline-flex min-h-9 items-center text-link pointer-coarse:min-h-11"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Contacts our team, with the whole conversation. */
function HandOver({ turns, onLeave }: { turns: readonly Turn[]; onLeave: () => void }) {
  const [, go] = useLocation()
  const last = turns.at(-1)?.reply
  const isStuck = last !== null && last?.kind === 'unknown'
  return (
    <p className="mt-4 border-t border-line pt-3">
      <Button
        variant={isStuck ? 'outline' : 'link'}
        size="sm"
        onClick={() => {
          const said = turns.flatMap(({ question, reply }) => [
            { from: 'person' as const, text: question },
            ...(reply === null ? [] : [{ from: 'assistant' as const, text: reply.text }]),
          ])
          handOver(said)
          onLeave()
          go(paths.contact)
        }}
      >
        {t`Contact our team`}
      </Button>
    </p>
  )
}
