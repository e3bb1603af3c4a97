import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { refuse, type Refusal } from '#server/platform/problem.ts'
import { attachFiles } from './files/store.ts'
import { insertMessage, type NewMessage } from './store.ts'

export type Message = Omit<NewMessage, 'digest' | 'quoted' | 'email_id' | 'author_id' | 'is_note'> &
  Partial<Pick<NewMessage, 'quoted' | 'email_id' | 'author_id' | 'is_note'>> & { fileIds: readonly string[] }

/** Thrown to roll the transaction back with a refusal. */
class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** What a message is recognized by after its text was deleted. */
export function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Adds a message and its attachments. Throws {@link Refused} if an attachment is gone, so that no message is sent without it. */
export async function addMessage<T>(trx: Kysely<T>, { fileIds, ...message }: Message): Promise<void> {
  const digest = digestOf(message.text)
  await insertMessage(trx, { quoted: null, email_id: null, author_id: null, is_note: false, ...message, digest })
  const wanted = new Set(fileIds)
  if (wanted.size > 0 && (await attachFiles(trx, message.id, [...wanted])) < wanted.size)
    throw new Refused(
      refuse('file-not-found', 'An attachment was uploaded too long ago. Attach it again; your text is still here.'),
    )
}

/** Runs `work` in a transaction; a {@link Refused} rolls it back and becomes the answer. */
export async function orRefusal<R>(work: () => Promise<R>): Promise<R | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}
