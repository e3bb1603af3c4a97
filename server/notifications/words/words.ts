import type { Language } from '#contract/platform/languages.ts'
import { inLanguage } from '#server/platform/language/text.ts'
import type { NoticeKind, Notices } from '#server/platform/notices.ts'
import { ACCOUNT_WORDS } from './account-words.ts'
import { LOT_WORDS } from './lot-words.ts'
import { MONEY_WORDS } from './money-words.ts'
import type { Say, Words } from './notice-words.ts'
import { negotiationWords } from './negotiation-words.ts'
import { SELLER_WORDS } from './seller-words.ts'

const SAY: Say = {
  ...ACCOUNT_WORDS,
  ...LOT_WORDS,
  ...MONEY_WORDS,
  ...SELLER_WORDS,
  'reserve-negotiation': negotiationWords,
}

/**
 * What a notice says, with instants in the company's time zone, in its reader's language. Links that are not paths on our origin are left
 * out.
 */
export function wordsOf<K extends NoticeKind>(
  kind: K,
  facts: Notices[K],
  timeZone: string,
  language: Language = 'en',
): Words {
  const said = inLanguage(language, () => SAY[kind](facts, timeZone))
  return { ...said, action: said.action !== null && isOurPath(said.action.path) ? said.action : null }
}

function isOurPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path)
}
