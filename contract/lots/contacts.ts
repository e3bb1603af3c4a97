/** Replaces contact details that were removed. */
export const TAKEN_OUT = '[removed]'

const ENDINGS = 'com|net|org|info|biz|eu|uk|de|nl|fr|es|pl|io|co|us|ru|app|link|example'

const CONTACTS: readonly RegExp[] = [
  /[\w.+-]+\s?(?:@|\(at\)|\[at\])\s?[\w-]+(?:\.[\w-]+)+/giu,
  /\b(?:https?:\/\/|www\.)\S+/giu,
  new RegExp(String.raw`\b[\w-]+(?:\.[\w-]+)*\.(?:${ENDINGS})\b(?:\/\S*)?`, 'giu'),
  /(?<![\p{L}\d])@\w{3,}/gu,
]

/** The least number of digits of a phone number; years, prices and odometers have fewer. */
const NUMBER = /(?<![\p{L}\d])\(?\+?\d(?:[\s()./-]{0,2}\d){6,}/gu
const FIGURES_MIN = 9
const FIGURES_MIN_ABROAD = 7

/** The text without email addresses, links, handles and phone numbers, so that bidders deal through us and don't bypass us. */
export function withoutContacts(text: string): string {
  const linkless = CONTACTS.reduce((left, pattern) => left.replace(pattern, TAKEN_OUT), text)
  return linkless.replace(NUMBER, (found) => {
    const figures = found.replaceAll(/\D/g, '').length
    return figures >= (found.includes('+') ? FIGURES_MIN_ABROAD : FIGURES_MIN) ? TAKEN_OUT : found
  })
}
