import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { countUnread, listNotifications, markRead } from '#contract/notifications/notifications.ts'
import { useFeed } from '#web/platform/feed.ts'
import { call } from '#web/platform/request.ts'

type List = ReplyOf<typeof listNotifications>

const UNREAD_KEY = [countUnread.path] as const
const LIST_KEY = [listNotifications.path, 'pages'] as const

/** How many notifications are unread, live. */
export function useUnread(): number {
  const client = useQueryClient()
  const { data } = useQuery<ReplyOf<typeof countUnread>>({ queryKey: UNREAD_KEY, staleTime: 0 })
  useFeed({}, (message) => {
    if (message.type !== 'notified' && message.type !== 'resync') return
    void client.invalidateQueries({ queryKey: UNREAD_KEY })
    void client.invalidateQueries({ queryKey: LIST_KEY })
  })
  return data?.unread ?? 0
}

/** The person's notifications, page by page, newest first. */
export function useNotifications() {
  return useInfiniteQuery<List, Error, InfiniteData<List>, typeof LIST_KEY, string | null>({
    queryKey: LIST_KEY,
    queryFn: ({ pageParam, signal }) =>
      call(listNotifications, { query: pageParam === null ? {} : { cursor: pageParam } }, signal),
    initialPageParam: null,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  })
}

/** Marks the named ones, or all up to one, as read. The list shows it immediately. */
export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (which: { ids?: string[]; upTo?: string }) =>
      call(markRead, { body: { ids: which.ids ?? [], upTo: which.upTo ?? null } }),
    onMutate: ({ ids = [], upTo = '' }) => {
      const now = Date.now()
      client.setQueryData<InfiniteData<List>>(LIST_KEY, (held) =>
        held === undefined
          ? held
          : {
              ...held,
              pages: held.pages.map((page) => ({
                ...page,
                items: page.items.map((item) =>
                  item.readAt === null && (ids.includes(item.id) || item.id <= upTo) ? { ...item, readAt: now } : item,
                ),
              })),
            },
      )
    },
    onSuccess: ({ unread }) => client.setQueryData(UNREAD_KEY, { unread }),
    onError: () => client.invalidateQueries({ queryKey: LIST_KEY }),
  })
}
