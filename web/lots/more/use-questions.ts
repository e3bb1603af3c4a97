import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { askQuestion, listQuestions } from '#contract/questions.ts'
import { useFeed } from '#web/platform/feed.ts'
import { call, route } from '#web/platform/request.ts'

const LIST = route<typeof listQuestions>('GET', '/api/lots/:lotId/questions')
const ASK = route<typeof askQuestion>('POST', '/api/lots/:lotId/questions')

/** Answers come now and then; the one to one's own question is told at once. */
const EVERY_MS = 60_000

/** What was asked about a lot and answered, and one's own questions. */
export function useQuestions(lotId: string) {
  const client = useQueryClient()
  const queryKey = ['/api/lots', lotId, 'questions']
  useFeed({}, (message) => {
    if (message.type === 'notified' || message.type === 'resync') void client.invalidateQueries({ queryKey })
  })
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(LIST, { params: { lotId } }, signal),
    staleTime: 0,
    refetchInterval: EVERY_MS,
  })
  return {
    ...query,
    /** The same id may be sent again: it is the same question. */
    async ask(questionId: string, text: string) {
      await call(ASK, { params: { lotId }, body: { questionId, text } })
      await client.invalidateQueries({ queryKey })
    },
  }
}
