/** One message in the assistant. */
export type Said = { from: 'person' | 'assistant'; text: string }

/** Kept in memory only, from the assistant's panel to the contact form: it is private to the person, and a reload clears it. */
let handedOver: Said[] = []

const SAID_MAX = 20
const TEXT_MAX = 2000

/** Hands a conversation to the contact form, which opens next. */
export function handOver(conversation: readonly Said[]): void {
  handedOver = conversation.slice(-SAID_MAX).map(({ from, text }) => ({ from, text: text.slice(0, TEXT_MAX) }))
}

/** What was handed over and not sent yet. */
export function handedOverConversation(): Said[] {
  return handedOver
}
