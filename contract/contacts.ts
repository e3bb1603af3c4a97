/** What stands in the place of something that was taken out. */
export const TAKEN_OUT = '[taken out]'

const ENDINGS = 'com|net|org|info|biz|eu|uk|de|nl|fr|es|pl|io|co|us|ru|app|link|example'

const CONTACTS: readonly RegExp[] = [
  /[\w.+-]+\s?(?:@|\(at\)|\[at\])\s?[\w-]+(?:\.[\w-]+)+/giu,
  /\b(?:https?:\/\/|www\.)\S+/giu,
  new RegExp(String.raw`\b[\w-]+(?:\.[\w-]+)*\.(?:${ENDINGS})\b(?:\/\S*)?`, 'giu'),
  /(?<![\p{L}\d])@\w{3,}/gu,
]

/** Figures as a telephone number has them; years, prices and odometers have fewer. */
const NUMBER = /(?<![\p{L}\d])\(?\+?\d(?:[\s()./-]{0,2}\d){6,}/gu
const FIGURES_MIN = 9
const FIGURES_MIN_ABROAD = 7

/** A text without mail addresses, links, handles and telephone numbers, so that bidders deal with the house and not beside it. */
export function withoutContacts(text: string): string {
  const linkless = CONTACTS.reduce((left, pattern) => left.replace(pattern, TAKEN_OUT), text)
  return linkless.replace(NUMBER, (found) => {
    const figures = found.replaceAll(/\D/g, '').length
    return figures >= (found.includes('+') ? FIGURES_MIN_ABROAD : FIGURES_MIN) ? TAKEN_OUT : found
  })
}
