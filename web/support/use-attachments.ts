import { t } from '#web/platform/language/text.ts'
import { useRef, useState } from 'react'
import { sendTicketFile, type TicketFile } from '#contract/support/support.ts'
import { TICKET_FILE_BYTES_MAX, TICKET_FILES_MAX } from '#contract/support/support-limits.ts'
import { failureMessage } from '#web/platform/request.ts'
import { sendForm } from '#web/platform/send-form.ts'

/** `share`: the fraction of bytes sent, 0 to 1. `file` null: still uploading, or failed with `fault`. */
export type Attachment = { key: number; name: string; share: number; file: TicketFile | null; fault: string | null }

/** Attachments of a message being written: each is uploaded as soon as it is chosen. */
export function useAttachments() {
  const [items, setItems] = useState<Attachment[]>([])
  const stops = useRef(new Map<number, AbortController>())
  const count = useRef(0)

  const change = (key: number, own: Partial<Attachment>) =>
    setItems((held) => held.map((item) => (item.key === key ? { ...item, ...own } : item)))

  async function send(key: number, content: File): Promise<void> {
    const stop = new AbortController()
    stops.current.set(key, stop)
    const form = new FormData()
    form.set('file', content, content.name)
    try {
      const answer = await sendForm(
        { method: sendTicketFile.method, url: sendTicketFile.path, form },
        (share) => change(key, { share }),
        stop.signal,
      )
      change(key, { file: JSON.parse(answer) as TicketFile, share: 1 })
    } catch (failure) {
      change(key, { fault: failureMessage(failure) })
    } finally {
      stops.current.delete(key)
    }
  }

  return {
    items,
    fileIds: items.flatMap(({ file }) => (file === null ? [] : [file.id])),
    isSending: items.some(({ file, fault }) => file === null && fault === null),
    add(chosen: readonly File[]) {
      const room = TICKET_FILES_MAX - items.filter(({ fault }) => fault === null).length
      for (const [index, content] of chosen.entries()) {
        count.current += 1
        const key = count.current
        const fault = faultOf(content, index < room)
        setItems((held) => [...held, { key, name: content.name, share: 0, file: null, fault }])
        if (fault === null) void send(key, content)
      }
    },
    remove(key: number) {
      stops.current.get(key)?.abort()
      setItems((held) => held.filter((item) => item.key !== key))
    },
    clear: () => setItems([]),
  }
}

export type Attachments = ReturnType<typeof useAttachments>

/** Errors that are known without an upload. */
function faultOf({ size }: File, hasFeature: boolean): string | null {
  if (!hasFeature) return t`A message takes up to ${TICKET_FILES_MAX} files. Send this one with your next message.`
  if (size > TICKET_FILE_BYTES_MAX) return t`This file is larger than 10 MB. Choose a smaller one.`
  return size === 0 ? t`This file is empty. Choose another one.` : null
}
