import type { FeedMessage, LotMessage, YouMessage } from '#contract/bidding/feed.ts'
import type { StaffTopic } from '#contract/platform/staff-lists.ts'

/** One server-sent event as the bytes written to sockets. A lot's event has the id `<lotId>.<sequence>`, which `since` is made of. */
export function lotFrame(message: LotMessage): Buffer {
  const { lotId, sequence } = message.standing
  return Buffer.from(`event: lot\nid: ${lotId}.${sequence}\ndata: ${JSON.stringify(message)}\n\n`)
}

export function youFrame(message: YouMessage): Buffer {
  return frame(message)
}

export function accountFrame(serverTime: number): Buffer {
  return frame({ type: 'account', serverTime })
}

export function buyingPowerFrame(serverTime: number): Buffer {
  return frame({ type: 'buying-power', serverTime })
}

export function notifiedFrame(serverTime: number): Buffer {
  return frame({ type: 'notified', serverTime })
}

export function moneyFrame(serverTime: number): Buffer {
  return frame({ type: 'money', serverTime })
}

export function factsFrame(serverTime: number, lotId: string): Buffer {
  return frame({ type: 'facts', serverTime, lotId })
}

export function questionsFrame(serverTime: number, lotId: string): Buffer {
  return frame({ type: 'questions', serverTime, lotId })
}

export function saidFrame(serverTime: number, auctionId: string): Buffer {
  return frame({ type: 'said', serverTime, auctionId })
}

export function staffFrame(serverTime: number, topic: StaffTopic): Buffer {
  return frame({ type: 'staff', serverTime, topic })
}

export function timeFrame(serverTime: number): Buffer {
  return frame({ type: 'time', serverTime })
}

export function resyncFrame(serverTime: number): Buffer {
  return frame({ type: 'resync', serverTime })
}

/** Heartbeat: a comment, the same bytes for every stream. */
export const BEAT = Buffer.from(':\n\n')

/** The beginning of every stream: the reconnect delay, the server's time, and the longest interval between messages. */
export function openingFrame(serverTime: number, beatMs: number): Buffer {
  return Buffer.concat([Buffer.from('retry: 1000\n\n'), frame({ type: 'time', serverTime, beatMs })])
}

function frame(message: FeedMessage): Buffer {
  return Buffer.from(`event: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`)
}
