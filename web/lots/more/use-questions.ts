import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { askQuestion, listQuestions } from '#contract/questions.ts'
import { useFeed } from '#web/platform/feed.ts'
import { useOnceLive } from '#web/platform/once-live.ts'
import { call, route } from '#web/platform/request.ts'

const LIST = route<typeof listQuestions>('GET', '/api/lots/:lotId/questions')
const ASK = route<typeof askQuestion>('POST', '/api/lots/:lotId/questions')

/** What was asked about a lot and answered, and one's own questions. */
export function useQuestions(lotId: string) {
  const client = useQueryClient()
  const queryKey = ['/api/lots', lotId, 'questions']
  const readAgain = () => void client.invalidateQueries({ queryKey })
  const feed = useFeed({ lots: [lotId] }, (message) => {
    if (message.type === 'resync' || (message.type === 'questions' && message.lotId === lotId)) readAgain()
  })
  useOnceLive(feed, readAgain)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(LIST, { params: { lotId } }, signal),
    staleTime: 0,
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
