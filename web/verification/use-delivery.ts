import { useEffect, useRef, useState } from 'react'
import { deliverDocument, type Delivery } from './deliver-document.ts'
import type { Outgoing } from './send-document.ts'

type Content = Omit<Outgoing, 'uploadId'>

/** Sends a document and tells how far it is. The id stays the same as long as the same files go out: sent again, they count once. */
export function useDelivery() {
  const [delivery, setDelivery] = useState<Delivery | null>(null)
  const last = useRef<Outgoing | null>(null)
  const underWay = useRef<AbortController | null>(null)
  useEffect(() => () => underWay.current?.abort(), [])

  async function deliver(content: Content): Promise<void> {
    const outgoing = isSame(last.current, content) ? last.current : { ...content, uploadId: crypto.randomUUID() }
    last.current = outgoing
    const leaving = new AbortController()
    underWay.current = leaving
    try {
      await deliverDocument(outgoing, setDelivery, leaving.signal)
    } finally {
      setDelivery(null)
    }
  }
  return { delivery, deliver, stop: () => underWay.current?.abort() }
}

function isSame(sent: Outgoing | null, { kind, files }: Content): sent is Outgoing {
  return sent?.kind === kind && sent.files.front === files.front && sent.files.back === files.back
}
