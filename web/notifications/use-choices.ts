import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { changeChoice, type NoticeChoice, readChoices } from '#contract/notifications/notifications.ts'
import { call } from '#web/platform/request.ts'

export type Choices = ReplyOf<typeof readChoices>

export const CHOICES_KEY = [readChoices.path] as const

export function useChoices() {
  return useQuery<Choices>({ queryKey: CHOICES_KEY })
}

/** Changes how one kind reaches the person; shown immediately and reverted if the server refuses. */
export function useChangeChoice() {
  const client = useQueryClient()
  const put = (choice: NoticeChoice) =>
    client.setQueryData<Choices>(CHOICES_KEY, (held) =>
      held === undefined
        ? held
        : { ...held, items: held.items.map((item) => (item.kind === choice.kind ? choice : item)) },
    )
  return useMutation({
    mutationFn: ({ kind, mail, push, page }: NoticeChoice) => call(changeChoice, { body: { kind, mail, push, page } }),
    onMutate: put,
    onSuccess: put,
    onError: () => client.invalidateQueries({ queryKey: CHOICES_KEY }),
  })
}
